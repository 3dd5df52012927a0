//! Bytes in JSON: a key where they are UTF-8, its `…_b64` twin where they are not.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A record that does not say what it must.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A key and its twin both stand.
    #[error("`{0}` and `{0}_b64` both stand")]
    Both(&'static str),
    /// A twin that is not base64.
    #[error("`{0}_b64` is not base64")]
    Base64(&'static str),
    /// A word that the format does not have.
    #[error("`{key}`: unknown word `{word}`")]
    Word {
        /// The key.
        key: &'static str,
        /// The word.
        word: String,
    },
    /// A list and its twin of different length.
    #[error("`{0}` and `{0}_b64` have different lengths")]
    Length(&'static str),
}

/// A key and its twin for these bytes.
pub fn twin_of(bytes: &[u8]) -> (Option<String>, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Some(text.to_owned()), None),
        Err(_) => (None, Some(STANDARD.encode(bytes))),
    }
}

/// The bytes of a key or its twin; `None` where neither stands.
///
/// # Errors
///
/// Where both stand, or the twin is not base64.
pub fn bytes_of(
    key: &'static str,
    text: Option<&str>,
    b64: Option<&str>,
) -> Result<Option<Vec<u8>>, RecordError> {
    match (text, b64) {
        (None, None) => Ok(None),
        (Some(text), None) => Ok(Some(text.as_bytes().to_vec())),
        (None, Some(b64)) => STANDARD.decode(b64).map(Some).map_err(|_| RecordError::Base64(key)),
        (Some(_), Some(_)) => Err(RecordError::Both(key)),
    }
}

/// A lossy text and, where it is lossy, the exact twin.
pub(crate) fn lossy(bytes: &[u8]) -> (String, Option<String>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(_) => (String::from_utf8_lossy(bytes).into_owned(), Some(STANDARD.encode(bytes))),
    }
}

/// Words, lossy, and the exact twins of all where one is lossy.
pub(crate) fn lossy_words(words: &[Vec<u8>]) -> (Vec<String>, Option<Vec<String>>) {
    let text = words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
    let exact = words.iter().any(|word| std::str::from_utf8(word).is_err());
    let b64 = exact.then(|| words.iter().map(|word| STANDARD.encode(word)).collect());
    (text, b64)
}

/// The exact bytes of a lossy text.
pub(crate) fn exact(
    key: &'static str,
    text: &str,
    b64: Option<&str>,
) -> Result<Vec<u8>, RecordError> {
    match b64 {
        None => Ok(text.as_bytes().to_vec()),
        Some(b64) => STANDARD.decode(b64).map_err(|_| RecordError::Base64(key)),
    }
}

/// The exact bytes of lossy words.
pub(crate) fn exact_words(
    key: &'static str,
    words: &[String],
    b64: Option<&[String]>,
) -> Result<Vec<Vec<u8>>, RecordError> {
    match b64 {
        None => Ok(words.iter().map(|word| word.as_bytes().to_vec()).collect()),
        Some(b64) if b64.len() != words.len() => Err(RecordError::Length(key)),
        Some(b64) => b64
            .iter()
            .map(|word| STANDARD.decode(word).map_err(|_| RecordError::Base64(key)))
            .collect(),
    }
}

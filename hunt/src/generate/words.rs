//! Words that a hunt has met: of seeds, promises, refusals and the world.

/// How many words are kept. A guard's own words are few; what mutations add is noise.
const KEPT: usize = 400;

/// A list of words without doubles, in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    list: Vec<Vec<u8>>,
}

impl Words {
    /// Adds the words of a text: what stands between blanks, and, where that holds quotes or
    /// slashes, the parts of it too.
    pub(super) fn learn(&mut self, text: &[u8]) {
        for word in text.split(u8::is_ascii_whitespace) {
            self.add(word);
            let parts = word.split(|byte| !(byte.is_ascii_alphanumeric() || b"._-".contains(byte)));
            for part in parts {
                self.add(part);
            }
        }
    }

    fn add(&mut self, word: &[u8]) {
        if !word.is_empty()
            && word.len() <= 64
            && self.list.len() < KEPT
            && !self.list.iter().any(|known| known == word)
        {
            self.list.push(word.to_vec());
        }
    }

    /// One of the words.
    pub(super) fn pick(&self, rng: &mut fastrand::Rng) -> Option<&[u8]> {
        (!self.list.is_empty()).then(|| self.list[rng.usize(..self.list.len())].as_slice())
    }
}

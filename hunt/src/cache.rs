//! Observations that are known already.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use oracle::{Delivery, Observation, Script, Shell};

/// How many bytes of observations are kept, roughly. Many scripts come to the same handback, so
/// a small cache serves most of them.
const KEPT: usize = 16 << 20;

/// What is asked of a run besides its effects and programs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct More {
    /// Which commands were run.
    pub(crate) commands: bool,
    /// Who removed what, and which traps were only looked through.
    pub(crate) closely: bool,
}

/// Everything that decides an observation, hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; 16]);

impl Key {
    pub(crate) fn of(
        script: &Script,
        world: &str,
        shell: &Shell,
        delivery: Delivery,
        more: More,
    ) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut part = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        match script {
            Script::Text(text) => {
                part(b"text");
                part(text);
            }
            Script::Calls(calls) => {
                part(b"calls");
                calls.iter().for_each(|call| part(call));
            }
            Script::Argv(argv) => {
                part(b"argv");
                argv.iter().for_each(|word| part(word));
            }
        }
        part(world.as_bytes());
        part(shell.name.name().as_bytes());
        part(shell.version.as_bytes());
        part(delivery.name().as_bytes());
        part(&[u8::from(more.commands), u8::from(more.closely)]);
        let mut key = [0; 16];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(key)
    }
}

/// Observations by key, the oldest dropped first.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    map: HashMap<Key, Arc<Observation>>,
    order: VecDeque<(Key, usize)>,
    bytes: usize,
}

impl Cache {
    pub(crate) fn get(&self, key: &Key) -> Option<Arc<Observation>> {
        self.map.get(key).map(Arc::clone)
    }

    pub(crate) fn put(&mut self, key: Key, observation: Arc<Observation>) {
        let size = size(&observation);
        if self.map.insert(key, observation).is_none() {
            self.order.push_back((key, size));
            self.bytes += size;
        }
        while self.bytes > KEPT {
            let Some((old, size)) = self.order.pop_front() else { break };
            self.map.remove(&old);
            self.bytes -= size;
        }
    }

    /// Forgets one; its place in the order stays until its turn comes.
    pub(crate) fn drop_key(&mut self, key: &Key) {
        self.map.remove(key);
    }
}

/// Roughly what an observation holds in memory.
fn size(observation: &Observation) -> usize {
    let words = |argv: &[Vec<u8>]| argv.iter().map(|word| word.len() + 24).sum::<usize>();
    let commands = observation.commands.as_deref().unwrap_or_default();
    512 + observation.stdout.bytes.len()
        + observation.stderr.bytes.len()
        + observation.effects.iter().map(|effect| 200 + effect.path.len()).sum::<usize>()
        + observation.programs.iter().map(|program| 100 + words(&program.argv)).sum::<usize>()
        + commands.iter().map(|command| 50 + words(&command.argv)).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::idle;

    #[test]
    fn the_oldest_goes_first_and_memory_is_bounded() {
        let shell = oracle::Shell::none();
        let plain = More::default();
        let key =
            |name: &str| Key::of(&Script::Text(name.into()), "range", &shell, Delivery::C, plain);
        let mut cache = Cache::default();
        let mut big = idle();
        big.stdout.bytes = vec![0; 1 << 20];
        let big = Arc::new(big);
        for at in 0..40 {
            cache.put(key(&at.to_string()), Arc::clone(&big));
        }
        assert!(cache.bytes <= KEPT);
        assert!(cache.get(&key("0")).is_none());
        assert!(cache.get(&key("39")).is_some());
        cache.drop_key(&key("39"));
        assert!(cache.get(&key("39")).is_none());
        for at in 0..40 {
            cache.put(key(&at.to_string()), Arc::clone(&big));
        }
        assert!(cache.bytes <= KEPT && cache.order.len() < 20);
    }

    #[test]
    fn keys_tell_all_parts_apart() {
        let shell = oracle::Shell::none();
        let text = |text: &str| Script::Text(text.into());
        let plain = More::default();
        let commands = More { commands: true, ..plain };
        let closely = More { closely: true, ..plain };
        let keys = [
            Key::of(&text("ab"), "c", &shell, Delivery::C, plain),
            Key::of(&text("a"), "bc", &shell, Delivery::C, plain),
            Key::of(&Script::Argv(vec![b"ab".to_vec()]), "c", &shell, Delivery::C, plain),
            Key::of(&text("ab"), "c", &shell, Delivery::File, plain),
            Key::of(&text("ab"), "c", &shell, Delivery::C, commands),
            Key::of(&text("ab"), "c", &shell, Delivery::C, closely),
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[at + 1..].contains(key));
        }
    }
}

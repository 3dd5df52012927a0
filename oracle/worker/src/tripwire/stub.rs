//! The program behind every name of the tripwire: an ELF file of under 200 bytes that exits.
//!
//! It is written out by hand so that nothing has to be assembled, linked or found at build time.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 64 | the ELF header: 64 bit, little endian, `ET_EXEC`, one program header, entry at 0x400000 + 176 |
//! | 64 | 56 | `PT_LOAD`: the whole file, readable and executable, at 0x400000 |
//! | 120 | 56 | `PT_GNU_STACK`: a stack that cannot be executed |
//! | 176 | 12–16 | the code: `exit_group(STATUS)` and nothing else |
//!
//! The segment is aligned to 64 KiB, the largest page of either architecture.

/// Where the file is mapped.
const BASE: u64 = 0x40_0000;
/// The length of the ELF header.
const EHDR: usize = 64;
/// The length of one program header.
const PHDR: usize = 56;
/// Where the code starts in the file.
const CODE: usize = EHDR + 2 * PHDR;

/// The machines that a stub can be written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// x86-64.
    X86_64,
    /// 64-bit Arm, little endian.
    Aarch64,
}

impl Machine {
    /// The machine that this program was compiled for; `None` on any other.
    pub fn here() -> Option<Self> {
        if cfg!(all(target_arch = "x86_64", target_pointer_width = "64")) {
            Some(Self::X86_64)
        } else if cfg!(all(target_arch = "aarch64", target_endian = "little")) {
            Some(Self::Aarch64)
        } else {
            None
        }
    }

    /// `e_machine` (`EM_X86_64`, `EM_AARCH64`).
    fn number(self) -> u16 {
        match self {
            Self::X86_64 => 62,
            Self::Aarch64 => 183,
        }
    }

    /// `exit_group(status)`, then an instruction that traps if that ever came back.
    fn code(self, status: u8) -> Vec<u8> {
        match self {
            Self::X86_64 => {
                let mut code = vec![0xbf, status, 0, 0, 0]; // mov edi, status
                code.extend([0xb8, 231, 0, 0, 0]); // mov eax, 231 (exit_group)
                code.extend([0x0f, 0x05]); // syscall
                code.extend([0x0f, 0x0b]); // ud2
                code
            }
            Self::Aarch64 => [
                0xd280_0000 | u32::from(status) << 5, // mov x0, #status
                0xd280_0008 | 94 << 5,                // mov x8, #94 (exit_group)
                0xd400_0001,                          // svc #0
                0xd420_0000,                          // brk #0
            ]
            .iter()
            .flat_map(|word: &u32| word.to_le_bytes())
            .collect(),
        }
    }
}

/// The file for `machine` that exits with `status`.
pub fn elf(machine: Machine, status: u8) -> Vec<u8> {
    let code = machine.code(status);
    let total = (CODE + code.len()) as u64;
    let mut file = Vec::with_capacity(CODE + code.len());

    // e_ident: magic, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, ELFOSABI_NONE, padding.
    file.extend(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    file.extend(2u16.to_le_bytes()); // e_type: ET_EXEC
    file.extend(machine.number().to_le_bytes()); // e_machine
    file.extend(1u32.to_le_bytes()); // e_version
    file.extend((BASE + CODE as u64).to_le_bytes()); // e_entry
    file.extend((EHDR as u64).to_le_bytes()); // e_phoff
    file.extend(0u64.to_le_bytes()); // e_shoff
    file.extend(0u32.to_le_bytes()); // e_flags
    file.extend((EHDR as u16).to_le_bytes()); // e_ehsize
    file.extend((PHDR as u16).to_le_bytes()); // e_phentsize
    file.extend(2u16.to_le_bytes()); // e_phnum
    file.extend([0; 6]); // e_shentsize, e_shnum, e_shstrndx

    program_header(&mut file, 1, 5, BASE, total, 0x1_0000); // PT_LOAD, R+X
    program_header(&mut file, 0x6474_e551, 6, 0, 0, 16); // PT_GNU_STACK, R+W
    file.extend(code);
    file
}

/// Appends one program header that covers the first `size` bytes of the file.
fn program_header(file: &mut Vec<u8>, kind: u32, flags: u32, at: u64, size: u64, align: u64) {
    file.extend(kind.to_le_bytes());
    file.extend(flags.to_le_bytes());
    for word in [0, at, at, size, size, align] {
        file.extend(word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    use super::*;

    #[test]
    fn the_stub_of_this_machine_exits_with_its_status() {
        let Some(machine) = Machine::here() else { return };
        let folder = tempfile::tempdir().expect("a folder");
        for status in [0, 1, 42, 127, 255] {
            let path = folder.path().join(format!("stub{status}"));
            let mut file = std::fs::File::create(&path).expect("a file");
            file.write_all(&elf(machine, status)).expect("written");
            file.set_permissions(std::fs::Permissions::from_mode(0o755)).expect("executable");
            drop(file);
            let code = Command::new(&path).args(["a", "b"]).status().expect("started").code();
            assert_eq!(code, Some(i32::from(status)));
        }
    }

    #[test]
    fn both_machines_have_the_layout_of_the_table() {
        for (machine, number, length) in [(Machine::X86_64, 62, 190), (Machine::Aarch64, 183, 192)]
        {
            let file = elf(machine, 7);
            assert_eq!(file.len(), length);
            assert_eq!(&file[..4], b"\x7fELF");
            assert_eq!(u16::from_le_bytes([file[18], file[19]]), number);
            assert_eq!(file[24..32], 0x40_00b0u64.to_le_bytes());
        }
        // mov x0, #7; mov x8, #94; svc #0; brk #0, as an assembler writes them.
        assert_eq!(
            elf(Machine::Aarch64, 7)[176..],
            [0xe0, 0, 0x80, 0xd2, 0xc8, 0x0b, 0x80, 0xd2, 1, 0, 0, 0xd4, 0, 0, 0x20, 0xd4]
        );
    }
}

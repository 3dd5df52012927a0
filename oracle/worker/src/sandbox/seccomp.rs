//! The system-call filter of every run.
//!
//! Three kinds of call do not go through: those that could reach out of the sandbox fail with
//! `EPERM`, those that would hide arguments from the filter (`clone3`) or outlive a run (System V
//! and POSIX queues) fail with `ENOSYS`, and those that the oracle reports (starting a program,
//! reaching a network address, sending a signal) wait for the worker's answer.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::RawFd;

use libc::{c_long, sock_filter};

use crate::notify::close_calls;
use crate::sys;

const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
const KILL: u32 = libc::SECCOMP_RET_KILL_PROCESS;
const NOTIFY: u32 = libc::SECCOMP_RET_USER_NOTIF;
const EPERM: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
const ENOSYS: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
const EAFNOSUPPORT: u32 = libc::SECCOMP_RET_ERRNO | libc::EAFNOSUPPORT as u32;

#[cfg(target_arch = "x86_64")]
const ARCH: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCH: u32 = 0xc000_00b7;

/// Calls that fail with `EPERM`.
const REFUSED: &[c_long] = &[
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_seccomp,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_kexec_file_load,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

/// Calls that do not exist for a run: what they make would outlive it, or their arguments stand
/// in memory where the filter cannot see them and an older call serves.
const ABSENT: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// Calls that wait for the worker's answer.
const NOTIFIED: &[c_long] = &[
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// The namespace flags of `clone`.
const NEW_NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32
    | 0x80;

/// `ioctl` requests that fail with `EPERM`: typing into a terminal, the console's own, and the
/// file flags (`chattr +i`) that would keep a world from being reset.
const REFUSED_IOCTLS: &[u32] = &[0x5412, 0x541c, 0x4004_6602, 0x4008_6602, 0x401c_5820];

const NR: u32 = 0;
const ARCH_AT: u32 = 4;
const fn arg(n: u32) -> u32 {
    16 + 8 * n
}

const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
const JEQ: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
const JSET: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
#[cfg(target_arch = "x86_64")]
const JGE: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
const RET: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

fn op(code: u16, k: u32) -> sock_filter {
    sock_filter { code, jt: 0, jf: 0, k }
}

fn jump(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// The whole program.
///
/// `close` are the calls besides that wait for the worker in a cell that is watched closely.
fn program(close: &BTreeSet<c_long>) -> Vec<sock_filter> {
    let mut p = vec![op(LOAD, ARCH_AT), jump(JEQ, ARCH, 1, 0), op(RET, KILL), op(LOAD, NR)];
    // The x32 numbers would slip past every comparison below.
    #[cfg(target_arch = "x86_64")]
    p.extend([jump(JGE, 0x4000_0000, 0, 1), op(RET, KILL)]);

    let mut on = |nr: c_long, body: &[sock_filter]| {
        p.push(jump(JEQ, nr as u32, 0, body.len() as u8));
        p.extend_from_slice(body);
    };
    for &nr in NOTIFIED {
        on(nr, &[op(RET, NOTIFY)]);
    }
    // Signal 0 only asks whether a process is there; shells do it at every start.
    on(libc::SYS_kill, &[op(LOAD, arg(1)), jump(JEQ, 0, 0, 1), op(RET, ALLOW), op(RET, NOTIFY)]);
    // Without an address a send goes where connect, which is reported, has led.
    on(
        libc::SYS_sendto,
        &[
            op(LOAD, arg(4)),
            jump(JEQ, 0, 0, 3),
            op(LOAD, arg(4) + 4),
            jump(JEQ, 0, 0, 1),
            op(RET, ALLOW),
            op(RET, NOTIFY),
        ],
    );
    on(
        libc::SYS_clone,
        &[op(LOAD, arg(0)), jump(JSET, NEW_NAMESPACES, 0, 1), op(RET, EPERM), op(RET, ALLOW)],
    );
    on(
        libc::SYS_socket,
        &[
            op(LOAD, arg(0)),
            jump(JEQ, libc::AF_UNIX as u32, 3, 0),
            jump(JEQ, libc::AF_INET as u32, 2, 0),
            jump(JEQ, libc::AF_INET6 as u32, 1, 0),
            jump(JEQ, libc::AF_NETLINK as u32, 0, 1),
            op(RET, ALLOW),
            op(RET, EAFNOSUPPORT),
        ],
    );
    let mut ioctl = vec![op(LOAD, arg(1))];
    for (i, &request) in REFUSED_IOCTLS.iter().enumerate() {
        let last = REFUSED_IOCTLS.len() - 1 - i;
        ioctl.push(jump(JEQ, request, last as u8 + 1, u8::from(false)));
    }
    ioctl.push(op(RET, ALLOW));
    ioctl.push(op(RET, EPERM));
    on(libc::SYS_ioctl, &ioctl);
    // The execution domain may be read and set to the usual one, with or without randomised
    // addresses (`setarch -R` and debuggers do that); the others change what system calls mean.
    on(
        libc::SYS_personality,
        &[
            op(LOAD, arg(0)),
            jump(JEQ, u32::MAX, 2, 0),
            jump(JEQ, 0, 1, 0),
            jump(JEQ, libc::ADDR_NO_RANDOMIZE as u32, 0, 1),
            op(RET, ALLOW),
            op(RET, EPERM),
        ],
    );
    for &nr in close {
        match nr {
            // What is asked of a descriptor has no path, and is asked often.
            libc::SYS_newfstatat => {
                let body = [
                    op(LOAD, arg(3)),
                    jump(JSET, libc::AT_EMPTY_PATH as u32, 0, 1),
                    op(RET, ALLOW),
                    op(RET, NOTIFY),
                ];
                on(nr, &body);
            }
            nr => on(nr, &[op(RET, NOTIFY)]),
        }
    }
    for &nr in REFUSED {
        on(nr, &[op(RET, EPERM)]);
    }
    for &nr in ABSENT {
        on(nr, &[op(RET, ENOSYS)]);
    }
    p.push(op(RET, ALLOW));
    p
}

/// Installs the filter in this process for good and returns its listener.
///
/// Needs `no_new_privs`. `closely` says whether the calls that take a path wait for the worker too.
pub(crate) fn install(closely: bool) -> io::Result<RawFd> {
    let filter = program(&if closely { close_calls() } else { BTreeSet::new() });
    let fprog = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let set = libc::SECCOMP_SET_MODE_FILTER;
    // WAIT_KILLABLE_RECV: without it a signal restarts the call and it would be reported twice.
    let listener = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER;
    let killable = listener | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    let call = |flags: libc::c_ulong| {
        // SAFETY: `fprog` points to a program that outlives the call.
        sys::check_long(unsafe { libc::syscall(libc::SYS_seccomp, set, flags, &raw const fprog) })
    };
    let fd = call(killable).or_else(|error| match error.raw_os_error() {
        Some(libc::EINVAL) => call(listener),
        _ => Err(error),
    })?;
    Ok(fd as RawFd)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interprets the program for one call, as the kernel would.
    fn decide(nr: c_long, args: [u64; 6], close: &BTreeSet<c_long>) -> u32 {
        let program = program(close);
        let word = |at: u32| -> u32 {
            match at {
                NR => nr as u32,
                ARCH_AT => ARCH,
                at => {
                    let value = args[(at as usize - 16) / 8];
                    if at % 8 == 0 { value as u32 } else { (value >> 32) as u32 }
                }
            }
        };
        let (mut pc, mut a) = (0usize, 0u32);
        loop {
            let i = program[pc];
            pc += 1;
            match i.code {
                LOAD => a = word(i.k),
                RET => return i.k,
                code => {
                    let holds = match code {
                        JEQ => a == i.k,
                        JSET => a & i.k != 0,
                        _ => a >= i.k,
                    };
                    pc += usize::from(if holds { i.jt } else { i.jf });
                }
            }
        }
    }

    #[test]
    fn each_call_gets_its_answer() {
        let table: &[(c_long, [u64; 6], u32)] = &[
            (libc::SYS_read, [0; 6], ALLOW),
            (libc::SYS_execve, [0; 6], NOTIFY),
            (libc::SYS_kill, [1, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_kill, [1, 9, 0, 0, 0, 0], NOTIFY),
            (libc::SYS_sendto, [0; 6], ALLOW),
            (libc::SYS_sendto, [0, 0, 0, 0, 0x7fff_0000_0000, 16], NOTIFY),
            (libc::SYS_sendto, [0, 0, 0, 0, 0x7fff_1000, 16], NOTIFY),
            (libc::SYS_clone, [libc::SIGCHLD as u64, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_clone, [libc::CLONE_NEWUSER as u64, 0, 0, 0, 0, 0], EPERM),
            (libc::SYS_socket, [libc::AF_UNIX as u64, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_socket, [libc::AF_INET as u64, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_socket, [libc::AF_INET6 as u64, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_socket, [libc::AF_NETLINK as u64, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_socket, [libc::AF_VSOCK as u64, 0, 0, 0, 0, 0], EAFNOSUPPORT),
            (libc::SYS_socket, [libc::AF_ALG as u64, 0, 0, 0, 0, 0], EAFNOSUPPORT),
            (libc::SYS_ioctl, [0, 0x5412, 0, 0, 0, 0], EPERM),
            (libc::SYS_ioctl, [0, 0x541c, 0, 0, 0, 0], EPERM),
            (libc::SYS_ioctl, [0, 0x4008_6602, 0, 0, 0, 0], EPERM),
            (libc::SYS_ioctl, [0, 0x401c_5820, 0, 0, 0, 0], EPERM),
            (libc::SYS_ioctl, [0, 0x5401, 0, 0, 0, 0], ALLOW),
            (libc::SYS_personality, [0xffff_ffff, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_personality, [0, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_personality, [0x0004_0000, 0, 0, 0, 0, 0], ALLOW),
            (libc::SYS_personality, [8, 0, 0, 0, 0, 0], EPERM),
            (libc::SYS_personality, [0x0044_0000, 0, 0, 0, 0, 0], EPERM),
            (libc::SYS_mount, [0; 6], EPERM),
            (libc::SYS_io_uring_setup, [0; 6], EPERM),
            (libc::SYS_clone3, [0; 6], ENOSYS),
            (libc::SYS_shmget, [0; 6], ENOSYS),
        ];
        for close in [BTreeSet::new(), close_calls()] {
            for (nr, args, expected) in table {
                assert_eq!(decide(*nr, *args, &close), *expected, "call {nr} with {args:x?}");
            }
        }
    }

    #[test]
    fn paths_wait_where_a_run_is_watched_closely() {
        let table: &[(c_long, [u64; 6], u32)] = &[
            (libc::SYS_chdir, [0; 6], NOTIFY),
            (libc::SYS_openat, [0; 6], NOTIFY),
            (libc::SYS_unlinkat, [0; 6], NOTIFY),
            (libc::SYS_newfstatat, [0; 6], NOTIFY),
            (libc::SYS_newfstatat, [0, 0, 0, libc::AT_EMPTY_PATH as u64, 0, 0], ALLOW),
        ];
        for (nr, args, expected) in table {
            assert_eq!(decide(*nr, *args, &BTreeSet::new()), ALLOW, "call {nr} with {args:x?}");
            assert_eq!(decide(*nr, *args, &close_calls()), *expected, "call {nr} with {args:x?}");
        }
    }
}

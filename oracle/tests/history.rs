//! What interactive shells write for themselves is theirs, and what the script writes is not.

use oracle::{
    Config, Delivery, EffectKind, Mode, Oracle, Run, Script, Shell, ShellName, Via, World,
};

#[test]
fn the_history_of_an_interactive_shell_is_its_own() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("plain").dir("/w/tree", 0o755);
    // yash keeps one only with some settings.
    let keeps = [ShellName::Bash, ShellName::BashPosix, ShellName::Ksh];
    for name in ShellName::ALL {
        let shell = Shell::find(name).expect("installed");
        for delivery in [Delivery::Typed, Delivery::Tty] {
            let label = format!("{name} {}", delivery.name());
            let seen = oracle.observe(&Run {
                script: Script::from("echo x >/w/tree/made\nexit\n"),
                world: &world,
                shell: &shell,
                delivery,
                timeout: None,
                mode: Mode::Exact,
                commands: false,
                closely: false,
            });
            let seen = seen.expect("it runs");
            let of = |via| {
                let of_it = seen.effects.iter().filter(|effect| effect.via == via);
                of_it.map(|effect| (effect.kind, effect.path.clone())).collect::<Vec<_>>()
            };
            assert_eq!(of(None), [(EffectKind::Create, b"/w/tree/made".to_vec())], "{label}");
            let own = of(Some(Via::Shell));
            assert!(
                keeps.contains(&name) != own.is_empty() || name == ShellName::Yash,
                "{label}: {own:?}"
            );
        }
    }
}

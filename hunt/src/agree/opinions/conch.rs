//! What conch-parser reads.

use conch_parser::ast::{
    self, AndOr, ComplexWord, CompoundCommandKind, ListableCommand, ParameterSubstitution,
    PipeableCommand, RedirectOrCmdWord, RedirectOrEnvVar, SimpleWord, TopLevelCommand,
    TopLevelWord,
};
use conch_parser::lexer::Lexer;
use conch_parser::parse::DefaultParser;

use super::plain::{Command, Form, Item, Joint, List, Mode, Pipeline, Redirect, Target, Word};

/// The plain form of a text.
pub(super) fn read(text: &str) -> Result<List, String> {
    let parser = DefaultParser::new(Lexer::new(text.chars()));
    let commands: Result<Vec<_>, _> = parser.into_iter().collect();
    commands.map(|commands| list(&commands)).map_err(|error| error.to_string())
}

fn list(from: &[TopLevelCommand<String>]) -> List {
    List { items: from.iter().map(item).collect() }
}

fn item(from: &TopLevelCommand<String>) -> Item {
    let (list, background) = match &from.0 {
        ast::Command::Job(list) => (list, true),
        ast::Command::List(list) => (list, false),
    };
    let rest = list.rest.iter().map(|next| match next {
        AndOr::And(next) => (Joint::And, pipeline(next)),
        AndOr::Or(next) => (Joint::Or, pipeline(next)),
    });
    Item { first: pipeline(&list.first), rest: rest.collect(), background }
}

fn pipeline(from: &ast::DefaultListableCommand) -> Pipeline {
    match from {
        ListableCommand::Pipe(negated, commands) => {
            Pipeline { negated: *negated, commands: commands.iter().map(command).collect() }
        }
        ListableCommand::Single(one) => Pipeline { negated: false, commands: vec![command(one)] },
    }
}

fn command(from: &ast::DefaultPipeableCommand) -> Command {
    match from {
        PipeableCommand::Simple(simple) => {
            let (mut assignments, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
            for one in &simple.redirects_or_env_vars {
                match one {
                    RedirectOrEnvVar::Redirect(one) => redirects.push(redirect(one)),
                    RedirectOrEnvVar::EnvVar(name, value) => {
                        let value = value.as_ref().map(|value| read_word(value, true));
                        let value = value.unwrap_or_default();
                        assignments.push((name.clone().into_bytes(), value));
                    }
                }
            }
            for one in &simple.redirects_or_cmd_words {
                match one {
                    RedirectOrCmdWord::Redirect(one) => redirects.push(redirect(one)),
                    RedirectOrCmdWord::CmdWord(one) => words.push(word(one)),
                }
            }
            Command { form: Form::Simple { assignments, words }, redirects }
        }
        PipeableCommand::Compound(one) => compound(one),
        PipeableCommand::FunctionDef(name, body) => {
            let body = Box::new(compound(body));
            let form = Form::Function { name: name.clone().into_bytes(), body };
            Command { form, redirects: Vec::new() }
        }
    }
}

fn compound(from: &ast::DefaultCompoundCommand) -> Command {
    let form = match &from.kind {
        CompoundCommandKind::Brace(inner) => Form::Group(list(inner)),
        CompoundCommandKind::Subshell(inner) => Form::Subshell(list(inner)),
        CompoundCommandKind::While(pair) => {
            Form::Loop { until: false, condition: list(&pair.guard), body: list(&pair.body) }
        }
        CompoundCommandKind::Until(pair) => {
            Form::Loop { until: true, condition: list(&pair.guard), body: list(&pair.body) }
        }
        CompoundCommandKind::If { conditionals, else_branch } => Form::If {
            arms: conditionals.iter().map(|arm| (list(&arm.guard), list(&arm.body))).collect(),
            otherwise: else_branch.as_ref().map(|body| list(body)),
        },
        CompoundCommandKind::For { var, words, body } => Form::For {
            name: var.clone().into_bytes(),
            words: words.as_ref().map(|words| words.iter().map(word).collect()),
            body: list(body),
        },
        CompoundCommandKind::Case { word: value, arms } => Form::Case {
            word: word(value),
            arms: arms
                .iter()
                .map(|arm| (arm.patterns.iter().map(word).collect(), list(&arm.body)))
                .collect(),
        },
    };
    Command { form, redirects: from.io.iter().map(redirect).collect() }
}

fn redirect(from: &ast::DefaultRedirect) -> Redirect {
    let file = |fd: &Option<u16>, mode: Mode, name| Redirect {
        fd: fd.map_or(mode.default_fd(), u32::from),
        target: Target::File(mode, word(name)),
    };
    match from {
        ast::Redirect::Read(fd, name) => file(fd, Mode::Read, name),
        ast::Redirect::Write(fd, name) => file(fd, Mode::Write, name),
        ast::Redirect::ReadWrite(fd, name) => file(fd, Mode::ReadWrite, name),
        ast::Redirect::Append(fd, name) => file(fd, Mode::Append, name),
        ast::Redirect::Clobber(fd, name) => file(fd, Mode::Clobber, name),
        ast::Redirect::Heredoc(fd, body) => {
            Redirect { fd: fd.map_or(0, u32::from), target: Target::Here(word(body)) }
        }
        ast::Redirect::DupRead(fd, name) => {
            Redirect::duplicate(fd.map_or(0, u32::from), &word(name))
        }
        ast::Redirect::DupWrite(fd, name) => {
            Redirect::duplicate(fd.map_or(1, u32::from), &word(name))
        }
    }
}

fn word(from: &TopLevelWord<String>) -> Word {
    read_word(from, false)
}

/// A word. In the value of an assignment a tilde behind a colon is a folder too.
fn read_word(from: &TopLevelWord<String>, value: bool) -> Word {
    let mut word = Word::default();
    let pieces = match &from.0 {
        ComplexWord::Single(one) => std::slice::from_ref(one),
        ComplexWord::Concat(all) => all.as_slice(),
    };
    let colon = |piece: &Piece| matches!(piece, ast::Word::Simple(SimpleWord::Colon));
    let mut opens = true;
    for (at, piece) in pieces.iter().enumerate() {
        let rest = pieces.get(at + 1..).unwrap_or_default();
        match piece {
            // It stands for a folder where nothing, a slash or another folder follows.
            ast::Word::Simple(SimpleWord::Tilde) if opens => match rest.first() {
                None => word.any(),
                Some(next) if value && colon(next) => word.any(),
                Some(ast::Word::Simple(SimpleWord::Literal(text))) if text.starts_with('/') => {
                    word.any();
                }
                _ => word.text(b"~"),
            },
            piece => add(piece, &mut word),
        }
        opens = value && colon(piece);
    }
    word.settled()
}

type Piece = ast::DefaultWord;

fn add(from: &Piece, word: &mut Word) {
    match from {
        ast::Word::SingleQuoted(text) => word.text(text.as_bytes()),
        ast::Word::DoubleQuoted(inner) => inner.iter().for_each(|one| add_simple(one, word)),
        ast::Word::Simple(SimpleWord::Star) => word.unquoted(b"*"),
        ast::Word::Simple(SimpleWord::Question) => word.unquoted(b"?"),
        ast::Word::Simple(SimpleWord::SquareOpen) => word.unquoted(b"["),
        ast::Word::Simple(one) => add_simple(one, word),
    }
}

fn add_simple(from: &ast::DefaultSimpleWord, word: &mut Word) {
    match from {
        SimpleWord::Literal(text) | SimpleWord::Escaped(text) => word.text(text.as_bytes()),
        SimpleWord::Star => word.text(b"*"),
        SimpleWord::Question => word.text(b"?"),
        SimpleWord::SquareOpen => word.text(b"["),
        SimpleWord::SquareClose => word.text(b"]"),
        SimpleWord::Tilde => word.text(b"~"),
        SimpleWord::Colon => word.text(b":"),
        SimpleWord::Param(_) => word.any(),
        SimpleWord::Subst(inner) => {
            word.any();
            nested(inner, word);
        }
    }
}

/// Adds the commands in a substitution.
fn nested(from: &ast::DefaultParameterSubstitution, into: &mut Word) {
    match from {
        ParameterSubstitution::Command(commands) => into.nested.push(list(commands)),
        ParameterSubstitution::Len(_) | ParameterSubstitution::Arith(_) => {}
        ParameterSubstitution::Default(_, _, inner)
        | ParameterSubstitution::Assign(_, _, inner)
        | ParameterSubstitution::Error(_, _, inner)
        | ParameterSubstitution::Alternative(_, _, inner)
        | ParameterSubstitution::RemoveSmallestSuffix(_, inner)
        | ParameterSubstitution::RemoveLargestSuffix(_, inner)
        | ParameterSubstitution::RemoveSmallestPrefix(_, inner)
        | ParameterSubstitution::RemoveLargestPrefix(_, inner) => {
            if let Some(inner) = inner {
                into.nested.extend(word(inner).nested);
            }
        }
    }
}

//! What brush-parser reads, extended patterns turned off as they are in `bash -c`.

use brush_parser::ast::{
    self, AndOr, AssignmentName, AssignmentValue, CommandPrefixOrSuffixItem as SimplePart,
    CompoundCommand, CompoundList, IoFileRedirectKind, IoFileRedirectTarget, IoRedirect,
    SeparatorOperator,
};
use brush_parser::word::{self, ParameterExpr, WordPiece, WordPieceWithSource};
use brush_parser::{Parser, ParserOptions};

use super::plain::{Command, Form, Item, Joint, List, Mode, Pipeline, Redirect, Target, Word};

/// The plain form of a text, or why it has none.
pub(super) fn read(text: &str) -> Result<List, String> {
    let program = Parser::new(text.as_bytes(), &options()).parse_program();
    let program = program.map_err(|error| error.to_string())?;
    let mut whole = List::default();
    for part in &program.complete_commands {
        whole.items.extend(list(part)?.items);
    }
    Ok(whole)
}

fn options() -> ParserOptions {
    ParserOptions { enable_extended_globbing: false, ..ParserOptions::default() }
}

/// In an assignment a tilde behind a colon is a folder too.
fn options_of_value() -> ParserOptions {
    ParserOptions { tilde_expansion_after_colon: true, ..options() }
}

fn list(from: &CompoundList) -> Result<List, String> {
    let items = from.0.iter().map(|ast::CompoundListItem(list, separator)| {
        let rest = list.additional.iter().map(|next| {
            Ok(match next {
                AndOr::And(next) => (Joint::And, pipeline(next)?),
                AndOr::Or(next) => (Joint::Or, pipeline(next)?),
            })
        });
        Ok(Item {
            first: pipeline(&list.first)?,
            rest: rest.collect::<Result<_, String>>()?,
            background: matches!(separator, SeparatorOperator::Async),
        })
    });
    Ok(List { items: items.collect::<Result<_, String>>()? })
}

fn pipeline(from: &ast::Pipeline) -> Result<Pipeline, String> {
    let mut commands: Vec<Command> = from.seq.iter().map(command).collect::<Result<_, _>>()?;
    if from.timed.is_some() {
        commands.push(Command { form: Form::Other("time"), redirects: Vec::new() });
    }
    Ok(Pipeline { negated: from.bang, commands })
}

fn command(from: &ast::Command) -> Result<Command, String> {
    match from {
        ast::Command::Simple(simple) => simple_command(simple),
        ast::Command::Compound(form, more) => compound(form, more.as_ref()),
        ast::Command::Function(function) => {
            let ast::FunctionBody(form, more) = &function.body;
            let body = Box::new(compound(form, more.as_ref())?);
            let name = function.fname.value.clone().into_bytes();
            Ok(Command { form: Form::Function { name, body }, redirects: Vec::new() })
        }
        ast::Command::ExtendedTest(..) => {
            Ok(Command { form: Form::Other("[["), redirects: Vec::new() })
        }
    }
}

fn simple_command(from: &ast::SimpleCommand) -> Result<Command, String> {
    let (mut assignments, mut words, mut redirects) = (Vec::new(), Vec::new(), Vec::new());
    let prefix = from.prefix.iter().flat_map(|prefix| &prefix.0);
    let suffix = from.suffix.iter().flat_map(|suffix| &suffix.0);
    for part in prefix {
        match part {
            SimplePart::IoRedirect(one) => redirects.push(redirect(one)?),
            SimplePart::AssignmentWord(one, _) => assignments.push(assignment(one)?),
            SimplePart::Word(one) => words.push(read_word(&one.value)?),
            SimplePart::ProcessSubstitution(..) => {
                return Ok(other("process substitution"));
            }
        }
    }
    if let Some(name) = &from.word_or_name {
        words.push(read_word(&name.value)?);
    }
    for part in suffix {
        match part {
            SimplePart::IoRedirect(one) => redirects.push(redirect(one)?),
            SimplePart::AssignmentWord(_, one) | SimplePart::Word(one) => {
                words.push(read_word(&one.value)?);
            }
            SimplePart::ProcessSubstitution(..) => {
                return Ok(other("process substitution"));
            }
        }
    }
    Ok(Command { form: Form::Simple { assignments, words }, redirects })
}

fn other(what: &'static str) -> Command {
    Command { form: Form::Other(what), redirects: Vec::new() }
}

fn assignment(from: &ast::Assignment) -> Result<(Vec<u8>, Word), String> {
    let mut name = match &from.name {
        AssignmentName::VariableName(name) => name.clone(),
        AssignmentName::ArrayElementName(name, index) => format!("{name}[{index}]"),
    };
    if from.append {
        name.push('+');
    }
    let value = match &from.value {
        AssignmentValue::Scalar(value) => read_with(&value.value, &options_of_value())?,
        AssignmentValue::Array(_) => {
            name.push_str("()");
            Word::default()
        }
    };
    Ok((name.into_bytes(), value))
}

fn compound(from: &CompoundCommand, more: Option<&ast::RedirectList>) -> Result<Command, String> {
    let form = match from {
        CompoundCommand::BraceGroup(group) => Form::Group(list(&group.list)?),
        CompoundCommand::Subshell(group) => Form::Subshell(list(&group.list)?),
        CompoundCommand::IfClause(clause) => {
            let mut arms = vec![(list(&clause.condition)?, list(&clause.then)?)];
            let mut otherwise = None;
            for next in clause.elses.iter().flatten() {
                match &next.condition {
                    Some(condition) => arms.push((list(condition)?, list(&next.body)?)),
                    None => otherwise = Some(list(&next.body)?),
                }
            }
            Form::If { arms, otherwise }
        }
        CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => Form::Loop {
            until: matches!(from, CompoundCommand::UntilClause(_)),
            condition: list(&clause.0)?,
            body: list(&clause.1.list)?,
        },
        CompoundCommand::ForClause(clause) => Form::For {
            name: clause.variable_name.clone().into_bytes(),
            words: clause.values.as_deref().map(read_words).transpose()?,
            body: list(&clause.body.list)?,
        },
        CompoundCommand::CaseClause(clause) => {
            let arms = clause.cases.iter().map(|arm| {
                let body = arm.cmd.as_ref().map(list).transpose()?.unwrap_or_default();
                Ok((read_words(&arm.patterns)?, body))
            });
            Form::Case {
                word: read_word(&clause.value.value)?,
                arms: arms.collect::<Result<_, String>>()?,
            }
        }
        CompoundCommand::Arithmetic(_) => Form::Other("(("),
        CompoundCommand::ArithmeticForClause(_) => Form::Other("for (("),
        CompoundCommand::Coprocess(_) => Form::Other("coproc"),
    };
    let redirects = more.iter().flat_map(|more| &more.0).map(redirect);
    Ok(Command { form, redirects: redirects.collect::<Result<_, _>>()? })
}

fn redirect(from: &IoRedirect) -> Result<Redirect, String> {
    let number = |fd: Option<i32>, default: u32| {
        fd.map_or(Ok(default), |fd| u32::try_from(fd).map_err(|error| error.to_string()))
    };
    Ok(match from {
        IoRedirect::File(fd, kind, target) => {
            let mode = match kind {
                IoFileRedirectKind::Read | IoFileRedirectKind::DuplicateInput => Mode::Read,
                IoFileRedirectKind::Write | IoFileRedirectKind::DuplicateOutput => Mode::Write,
                IoFileRedirectKind::Append => Mode::Append,
                IoFileRedirectKind::ReadAndWrite => Mode::ReadWrite,
                IoFileRedirectKind::Clobber => Mode::Clobber,
            };
            let fd = number(*fd, mode.default_fd())?;
            match target {
                IoFileRedirectTarget::Filename(name) => {
                    Redirect { fd, target: Target::File(mode, read_word(&name.value)?) }
                }
                IoFileRedirectTarget::Fd(to) => {
                    Redirect { fd, target: Target::Descriptor(number(Some(*to), 0)?) }
                }
                IoFileRedirectTarget::Duplicate(name) => {
                    Redirect::duplicate(fd, &read_word(&name.value)?)
                }
                IoFileRedirectTarget::ProcessSubstitution(..) => {
                    Redirect { fd, target: Target::Other("process substitution") }
                }
            }
        }
        IoRedirect::HereDocument(fd, document) => {
            let mut body = Word::default();
            if document.requires_expansion {
                let pieces = word::parse_heredoc(&document.doc.value, &options());
                let pieces = pieces.map_err(|error| error.to_string())?;
                pieces.iter().try_for_each(|piece| add(piece, true, &mut body))?;
            } else {
                body.text(document.doc.value.as_bytes());
            }
            Redirect { fd: number(*fd, 0)?, target: Target::Here(body) }
        }
        IoRedirect::HereString(fd, _) => {
            Redirect { fd: number(*fd, 0)?, target: Target::Other("<<<") }
        }
        IoRedirect::OutputAndError(..) => Redirect { fd: 1, target: Target::Other("&>") },
    })
}

fn read_words(from: &[ast::Word]) -> Result<Vec<Word>, String> {
    from.iter().map(|word| read_word(&word.value)).collect()
}

/// The pieces of a word, which the parser hands over as it was written.
fn read_word(text: &str) -> Result<Word, String> {
    read_with(text, &options())
}

fn read_with(text: &str, options: &ParserOptions) -> Result<Word, String> {
    let pieces = word::parse(text, options).map_err(|error| error.to_string())?;
    let mut word = Word::default();
    pieces.iter().try_for_each(|piece| add(piece, false, &mut word))?;
    Ok(word.settled())
}

fn add(from: &WordPieceWithSource, quoted: bool, word: &mut Word) -> Result<(), String> {
    match &from.piece {
        // What it cannot read behind a dollar sign it hands over as text.
        WordPiece::Text(text) if ["${", "$(", "`"].iter().any(|open| text.contains(open)) => {
            return Err(format!("{text:?} is handed over as text"));
        }
        WordPiece::Text(text) if quoted => word.text(text.replace("\\\n", "").as_bytes()),
        WordPiece::Text(text) => word.unquoted(text.as_bytes()),
        WordPiece::SingleQuotedText(text) => word.text(text.as_bytes()),
        WordPiece::DoubleQuotedSequence(inner) => {
            inner.iter().try_for_each(|piece| add(piece, true, word))?;
        }
        WordPiece::EscapeSequence(text) => {
            let escaped = text.strip_prefix('\\').unwrap_or(text);
            word.text(if escaped == "\n" { b"" } else { escaped.as_bytes() });
        }
        WordPiece::CommandSubstitution(text) | WordPiece::BackquotedCommandSubstitution(text) => {
            word.any();
            word.nested.push(read(text)?);
        }
        WordPiece::ArithmeticExpression(inner) => {
            word.any();
            word.nested.extend(read_word(&inner.value)?.nested);
        }
        WordPiece::ParameterExpansion(expansion) => {
            word.any();
            if let Some(operand) = operand(expansion) {
                word.nested.extend(read_word(operand)?.nested);
            }
        }
        WordPiece::AnsiCQuotedText(_)
        | WordPiece::GettextDoubleQuotedSequence(_)
        | WordPiece::TildeExpansion(_) => word.any(),
    }
    Ok(())
}

/// The word in an expansion, of the forms that the reader of `guard` has.
fn operand(from: &ParameterExpr) -> Option<&str> {
    match from {
        ParameterExpr::UseDefaultValues { default_value: operand, .. }
        | ParameterExpr::AssignDefaultValues { default_value: operand, .. }
        | ParameterExpr::IndicateErrorIfNullOrUnset { error_message: operand, .. }
        | ParameterExpr::UseAlternativeValue { alternative_value: operand, .. }
        | ParameterExpr::RemoveSmallestSuffixPattern { pattern: operand, .. }
        | ParameterExpr::RemoveLargestSuffixPattern { pattern: operand, .. }
        | ParameterExpr::RemoveSmallestPrefixPattern { pattern: operand, .. }
        | ParameterExpr::RemoveLargestPrefixPattern { pattern: operand, .. } => operand.as_deref(),
        _ => None,
    }
}

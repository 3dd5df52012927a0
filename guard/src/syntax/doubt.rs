//! Why a script, or a place in it, is not read: the named doubts.

use std::fmt;

use super::tree::Span;

/// A place that shells read differently, or that the reader does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// What it is.
    pub kind: DoubtKind,
    /// Where it is.
    pub span: Span,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: {}", self.kind.id(), self.span.start, self.kind.about())
    }
}

impl std::error::Error for Doubt {}

/// Defines [`DoubtKind`] with an id and an explanation for each kind.
macro_rules! kinds {
    ($($name:ident $id:literal $about:literal;)+) => {
        /// The kinds of doubts. Ids are stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum DoubtKind {
            $(#[doc = $about] $name,)+
        }

        impl DoubtKind {
            /// Every kind, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The stable id.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// What the doubt is about, for a person.
            pub fn about(self) -> &'static str {
                match self { $(Self::$name => $about,)+ }
            }
        }
    };
}

kinds! {
    TooLong "too-long" "the text is longer than the reader takes";
    LeadingDash "leading-dash" "the first byte is a dash or a plus sign: a shell takes the text behind -c for options";
    TooDeep "too-deep" "constructs are nested deeper than the reader takes";
    ControlByte "control-byte" "a NUL or another control byte, which some shells drop or use inside";
    NonAsciiName "non-ascii-name" "a byte over 0x7f next to a name: zsh takes letters of any script into names";
    LineContinuation "line-continuation" "a backslash and newline next to an operator, a keyword or an expansion: shells put them together differently";
    TrailingBackslash "trailing-backslash" "a backslash as the last byte: zsh drops it, others keep it";
    UnterminatedQuote "unterminated-quote" "a quote is not closed";
    UnterminatedSubstitution "unterminated-substitution" "a substitution is not closed";
    UnterminatedHereDoc "unterminated-here-doc" "the line that ends a here-document never comes";
    Unclosed "unclosed" "a compound command is not closed";
    UnexpectedKeyword "unexpected-keyword" "a keyword where no shell expects it, so that some stop and some run what stands before";
    UnexpectedOperator "unexpected-operator" "an operator or a closing parenthesis with no command before it or after it";
    KeywordInOneShell "keyword-in-one-shell" "a word that is a keyword in one shell and a program in another";
    KeywordAfterPrefix "keyword-after-prefix" "a keyword behind an assignment or a redirection, where shells differ on whether it is one";
    KeywordGlued "keyword-glued" "a keyword that touches what follows it";
    EmptyList "empty-list" "an empty group, condition, body or substitution: an error in some shells";
    MissingSeparator "missing-separator" "words behind a compound command";
    BraceExpansion "brace-expansion" "bash, zsh and mksh expand it, dash does not";
    BraceStartsWord "brace-starts-word" "a brace that starts a command or stands alone: some shells open a group there";
    UnquotedBraceEndsWord "unquoted-brace-ends-word" "a closing brace that nothing opened: zsh closes a group there";
    EqualsExpansion "equals-expansion" "zsh replaces an equals sign and a name at the start of a word by a path";
    TildeForm "tilde-form" "a tilde that shells expand to different things, or not all";
    AnsiQuote "ansi-quote" "a dollar sign before a single quote: dash has no such quoting";
    LocaleQuote "locale-quote" "a dollar sign before a double quote: bash drops the dollar sign, others keep it";
    DollarForm "dollar-form" "a dollar sign before a byte that means an expansion in one shell";
    ParameterForm "parameter-form" "an expansion in braces that not all shells have";
    ParameterWord "parameter-word" "quotes or operators in the word of an expansion, which shells unquote differently";
    ParameterModifier "parameter-modifier" "a colon and a letter behind a parameter: zsh changes the value by it";
    ParameterSubscript "parameter-subscript" "a bracket behind a parameter: zsh takes it as a subscript";
    ParameterDigits "parameter-digits" "more than one digit behind a dollar sign: zsh takes all of them";
    ArithmeticForm "arithmetic-form" "an arithmetic expression that shells read differently, or one that may be a subshell";
    ArithmeticCommand "arithmetic-command" "two opening parentheses: arithmetic in some shells, subshells in dash";
    BackquoteForm "backquote-form" "backslashes, quotes or newlines in backquotes, which shells unquote differently";
    Parenthesis "parenthesis" "a parenthesis in a word: a pattern, an array or an error";
    AppendAssignment "append-assignment" "dash takes `NAME+=value` for a program";
    SubscriptAssignment "subscript-assignment" "an assignment to an element or to a name that not all shells take: a program in some shells";
    RedirectForm "redirect-form" "a redirection that not all shells have";
    RedirectNumber "redirect-number" "a descriptor of more than one digit: a word in some shells";
    RedirectWithoutCommand "redirect-without-command" "a redirection without a command: zsh runs a program for it";
    NumericRange "numeric-range" "zsh takes it for a pattern of numbers";
    HereDocDelimiter "here-doc-delimiter" "a delimiter that shells read differently";
    HereDocBody "here-doc-body" "a line of a here-document that shells end or join differently";
    HereDocPlace "here-doc-place" "a newline inside a word or a substitution, or the end of one, between a here-document's operator and its body";
    ProcessSubstitution "process-substitution" "dash has no process substitution";
    Background "background" "an ampersand before a bar or an exclamation mark, which zsh takes as one operator, or behind an assignment alone, which zsh refuses";
    Negation "negation" "an exclamation mark that not all shells take for a negation";
    FunctionName "function-name" "a function named like a keyword or a builtin, or in a way that not all shells take";
    CaseForm "case-form" "a case that shells read differently";
    LoopForm "loop-form" "a loop that shells read differently";
    Alias "alias" "aliases are defined: some shells expand them in what follows";
    OptionChange "option-change" "options are changed that decide how a shell reads what follows";
    BuiltinInOneShell "builtin-in-one-shell" "a builtin that runs or reads code in one shell and does not exist in another";
    VariableRunsCode "variable-runs-code" "a variable is set whose value some shell runs, evaluates or obeys";
    ReadOnlyVariable "read-only-variable" "a variable is set that some shell lets nobody set: it ends the script there";
    EvaluatedOperand "evaluated-operand" "text that some shell evaluates as arithmetic, with a substitution in it";
    InNestedText "in-nested-text" "the text that a command runs holds a doubt itself";
}

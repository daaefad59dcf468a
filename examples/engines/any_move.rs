//! An engine in Rust for any game: it plays any legal action.
//!
//!     rustc -O -o any_move examples/engines/any_move.rs
//!     covert-bots arena run --bots 'engine:./any_move,random' --blocks 20
//!
//! An action begins with its text, which goes back as it came: `{"text":"place 3 movement",...}`.
//! So this engine needs no reader of JSON, and no crate.

use std::io::{self, BufRead, Write};

const TEXT: &str = "{\"text\":\"";
const SEED: &str = "\"seed\":\"";

/// Chance: xorshift64.
struct Chance(u64);

impl Chance {
    /// Start with the seed of a game.
    fn of(game: &str) -> Chance {
        let digits = game
            .split_once(SEED)
            .map_or("", |(_, rest)| until_quote(rest));
        Chance(digits.parse().unwrap_or(0) | 1)
    }

    /// Return a number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

/// Return the text up to the quotation mark that ends it, with its escapes.
fn until_quote(text: &str) -> &str {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            '"' if !escaped => return &text[..at],
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text
}

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut chance = Chance(1);
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.starts_with("{\"bye\"") {
            break;
        } else if line.starts_with("{\"hello\"") {
            writeln!(
                output,
                "{{\"hello\":{{\"name\":\"any move\",\"views\":\"none\"}}}}"
            )?;
        } else if line.starts_with("{\"game\"") {
            chance = Chance::of(&line);
            writeln!(output, "{{\"game\":{{}}}}")?;
        } else if line.starts_with("{\"view\"") {
            let actions: Vec<&str> = line.split(TEXT).skip(1).map(until_quote).collect();
            let text = actions[chance.below(actions.len())];
            writeln!(output, "{{\"action\":{{\"text\":\"{text}\"}}}}")?;
        }
        output.flush()?;
    }
    Ok(())
}

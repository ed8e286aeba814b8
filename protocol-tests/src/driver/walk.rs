//! Walks through the statements of a script.

use crate::driver::runner::{Runner, at};
use crate::driver::{Flow, game, mutate, replay};
use crate::outcome::Delivery;
use crate::script::{Action, Alternative, Since, Step, Then};

/// Executes statements one after the other.
pub(crate) fn walk(runner: &mut Runner<'_>, mut steps: &[Step]) -> Flow {
    while let Some((first, rest)) = steps.split_first() {
        let length = burst_length(steps);
        if runner.assignment.delivery == Delivery::Burst && length > 1 {
            burst(runner, &steps[..length])?;
            steps = &steps[length..];
        } else {
            step(runner, first)?;
            steps = rest;
        }
    }
    Ok(())
}

/// Sends all lines of some statements in one write, then compares all replies.
fn burst(runner: &mut Runner<'_>, steps: &[Step]) -> Flow {
    for step in steps {
        if let Action::Send { text, .. } = &step.action {
            runner.dialogue.send_line(&text.0, true)?;
        }
    }
    runner.dialogue.flush()?;
    let mut replies = steps.iter().filter(|step| matches!(step.action, Action::Expect(_)));
    replies.try_for_each(|step| runner.step(step))
}

fn step(runner: &mut Runner<'_>, step: &Step) -> Flow {
    let flow = match &step.action {
        Action::Repeat { times, body } => return (0..*times).try_for_each(|_| walk(runner, body)),
        Action::Play(spec) => game::play(runner, spec),
        Action::Mutate { count, seed } => mutate::mutate(runner, *count, *seed),
        Action::Replay(session) => replay::play(runner, session),
        _ => return runner.step(step),
    };
    flow.map_err(|halt| at(step, halt))
}

/// Returns the number of statements, from the first on, that can go out in one write.
fn burst_length(steps: &[Step]) -> usize {
    let fits = |step: &Step| match &step.action {
        Action::Send { text, .. } => !text.0.contains('$'),
        Action::Expect(expectation) => {
            let goes_on = |alternative: &Alternative| alternative.then == Then::Continue;
            expectation.name.is_none()
                && expectation.since == Since::Sent
                && expectation.alternatives.iter().all(goes_on)
        }
        _ => false,
    };
    steps.iter().take_while(|step| fits(step)).count()
}

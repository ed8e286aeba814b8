//! Changes of the tree by a person: comments, another rule, removed moves, and the order of variations.

use dolmen::rules::Rule;

use super::{Refusal, Table};
use crate::message::{Message, Phase};
use crate::order::Millis;
use crate::tree::{NodeId, ROOT, TreeError};

/// The maximum number of characters of a comment.
const MAX_COMMENT: usize = 4_096;

impl Table {
    /// Changes the comment of a node.
    pub(super) fn comment(&mut self, at: NodeId, text: String) -> Result<(), Refusal> {
        if text.chars().count() > MAX_COMMENT {
            return Err(Refusal::of("the comment is too long: at most 4,096 characters"));
        }
        let node = self.tree.get_mut(at).ok_or(TreeError::NoNode(at))?;
        node.comment = text;
        self.tell_node(at);
        Ok(())
    }

    /// Changes the rule of a game that is analysed and was not played here.
    pub(super) fn change_rule(&mut self, rule: Rule, now: Millis) -> Result<(), Refusal> {
        if self.phase != Phase::Analysis || self.interrupted.is_some() {
            return Err(Refusal::of("the rule of a game that is played cannot be changed"));
        }
        let work = self.work();
        self.halt(now);
        self.tree.set_rule(rule)?;
        if let Some(root) = self.tree.get_mut(ROOT) {
            root.others.retain(|property| property.name != "RU");
        }
        (self.setup.rule, self.setup.continuous) = (rule, false);
        self.tell_game();
        self.analyse_on(work, self.last, now);
        Ok(())
    }

    /// Removes a node and all after it.
    pub(super) fn remove(&mut self, at: NodeId, now: Millis) -> Result<(), Refusal> {
        self.check_editing()?;
        if !self.cut(at, now) {
            return Err(Refusal::of("only a move can be removed"));
        }
        Ok(())
    }

    /// Removes a node and all after it; returns whether it is a move of the tree. The analysis of a node that is
    /// removed goes on at the move before.
    pub(super) fn cut(&mut self, at: NodeId, now: Millis) -> bool {
        let parent = self.tree.get(at).and_then(|node| node.parent).unwrap_or(ROOT);
        let nodes = self.tree.remove(at);
        if nodes.is_empty() {
            return false;
        }
        let is_studied = self.study.as_ref().is_some_and(|study| nodes.contains(&study.at()));
        let work = self.work().filter(|_| is_studied);
        if is_studied {
            self.end_study(now);
        }
        if nodes.contains(&self.last) {
            self.interrupted = None;
            self.opening = None;
            self.result.clear();
            self.last = parent;
        }
        self.output.messages.push(Message::Removed { nodes });
        self.analyse_on(work, parent, now);
        true
    }

    /// Makes a node the first variation.
    pub(super) fn promote(&mut self, at: NodeId) -> Result<(), Refusal> {
        self.check_editing()?;
        if self.tree.get(at).is_none_or(|node| node.parent.is_none()) {
            return Err(TreeError::NoNode(at).into());
        }
        self.raise(at);
        Ok(())
    }

    /// Makes a node the first variation, unless it is that already.
    pub(super) fn raise(&mut self, at: NodeId) {
        let Some(parent) = self.tree.get(at).and_then(|node| node.parent) else { return };
        let first = self.tree.get(parent).and_then(|parent| parent.children.first());
        if first == Some(&at) || !self.tree.promote(at) {
            return;
        }
        let children = self.tree.get(parent).map(|node| node.children.clone()).unwrap_or_default();
        self.output.messages.push(Message::Order { at: parent, children });
    }

    pub(super) fn check_editing(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Analysis {
            Ok(())
        } else {
            Err(Refusal::of("choose Analyse first"))
        }
    }
}

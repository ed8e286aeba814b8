//! A game as a tree: nodes that never move, each a stone or a pass after its parent.
//!
//! Invariant: a node's number never changes and is never used again, so that a page can keep it.

mod known;

use std::collections::BTreeMap;

use dolmen::board::{Bitboard, BoardSize, Point, Position};
use dolmen::notation::Property;
use dolmen::rules::{GameRule, Rule, five_through};
use serde::{Deserialize, Serialize};

pub use known::{Area, DrawColor, Drawing, FoundLine, Judgement, MoveClass, Reading, Reason};

/// The number of a node; the root is 0.
pub type NodeId = u32;

/// The root of every tree: the board before the first move.
pub const ROOT: NodeId = 0;

/// The maximum number of nodes of a tree.
pub const MAX_NODES: usize = 200_000;

/// A position of the tree: the move that leads to it, and the facts that are known about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Node {
    /// The number of the node.
    pub id: NodeId,
    /// The node before it; `None` for the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<NodeId>,
    /// The point of the stone; `None` for the root and for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// Indicates that the stone was set up and not played. A pass between such stones is one of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_set_up: bool,
    /// The comment of a person, as plain text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// A short text on the board at this node's point, such as a letter of a RenLib tree.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The milliseconds that the move took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The chance of Black to win after the move, from 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_wins: Option<f64>,
    /// The result of a search of the position after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// The judgement of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// The points that an engine leaves out here, or the only ones that it searches.
    #[serde(default, skip_serializing_if = "Area::is_whole")]
    pub area: Area,
    /// The circles and arrows of a person, and the marks of a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<Drawing>,
    /// The properties of an SGF file that the other fields do not hold, such as the event at the root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Property>,
    /// The best lines that the last analysis of the position has found, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<FoundLine>,
    /// The position whose proof has added the move; `None` for a move that no proof has added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grown: Option<NodeId>,
    /// The nodes after it; the first is the main line.
    #[serde(skip)]
    pub children: Vec<NodeId>,
}

/// A tree of moves on a board under a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    rule: GameRule,
    size: BoardSize,
    nodes: BTreeMap<NodeId, Node>,
    next: NodeId,
}

impl Tree {
    /// Returns a tree with nothing but the empty board.
    #[must_use]
    pub fn new(rule: impl Into<GameRule>, size: BoardSize) -> Self {
        let nodes = BTreeMap::from([(ROOT, Node::default())]);
        Self { rule: rule.into(), size, nodes, next: 1 }
    }

    /// Returns the tree with these nodes, which keep their numbers.
    ///
    /// # Errors
    /// Returns an error if there are too many, the first is not the root, a number comes twice, or a
    /// node comes before its parent.
    pub fn restore(
        rule: impl Into<GameRule>,
        size: BoardSize,
        nodes: Vec<Node>,
    ) -> Result<Self, TreeError> {
        if nodes.len() > MAX_NODES {
            return Err(TreeError::Full);
        }
        let mut tree = Self::new(rule, size);
        for (index, node) in nodes.into_iter().enumerate() {
            let id = node.id;
            match node.parent {
                None if index == 0 && id == ROOT => {}
                Some(parent) if id != ROOT && !tree.nodes.contains_key(&id) => {
                    let parent = tree.nodes.get_mut(&parent).ok_or(TreeError::NoNode(parent))?;
                    parent.children.push(id);
                }
                _ => return Err(TreeError::NoNode(id)),
            }
            tree.next = tree.next.max(id.checked_add(1).ok_or(TreeError::Full)?);
            tree.nodes.insert(id, Node { children: Vec::new(), ..node });
        }
        Ok(tree)
    }

    /// Returns the nodes in an order in which parents come before their children, and first
    /// variations before others.
    #[must_use]
    pub fn in_order(&self) -> Vec<&Node> {
        let mut list = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![ROOT];
        while let Some(node) = waiting.pop().and_then(|id| self.get(id)) {
            list.push(node);
            waiting.extend(node.children.iter().rev());
        }
        list
    }

    /// Returns the rule.
    #[must_use]
    pub const fn rule(&self) -> GameRule {
        self.rule
    }

    /// Changes the rule, and forgets what searches and reviews found under the old one.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if a stone of the tree cannot be placed under the rule.
    pub fn set_rule(&mut self, rule: impl Into<GameRule>) -> Result<(), TreeError> {
        let old = std::mem::replace(&mut self.rule, rule.into());
        let leaves = self.nodes.values().filter(|node| node.children.is_empty());
        if let Some(error) = leaves.filter_map(|leaf| self.position(leaf.id).err()).next() {
            self.rule = old;
            return Err(error);
        }
        for node in self.nodes.values_mut() {
            (node.black_wins, node.reading, node.judgement) = (None, None, None);
            node.lines.clear();
        }
        Ok(())
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns a node, or `None` if no node has the number.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// Returns a mutable node, to change the facts that are known about it.
    pub fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(&id)
    }

    /// Returns the nodes in the order of their numbers, so that parents come before their
    /// children.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    /// Returns the child of a node with this stone, if it exists.
    #[must_use]
    pub fn child(&self, parent: NodeId, point: Option<Point>) -> Option<NodeId> {
        let children = &self.get(parent)?.children;
        children.iter().copied().find(|&child| self.nodes[&child].point == point)
    }

    /// Returns the child of a node with this stone, which is added as its last variation if it does
    /// not exist. The legality of the move is not checked.
    ///
    /// # Errors
    /// Returns an error if the node does not exist or the tree is full.
    pub fn add(&mut self, parent: NodeId, point: Option<Point>) -> Result<NodeId, TreeError> {
        if !self.nodes.contains_key(&parent) {
            return Err(TreeError::NoNode(parent));
        }
        if let Some(child) = self.child(parent, point) {
            return Ok(child);
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(TreeError::Full);
        }
        let id = self.next;
        self.next += 1;
        self.nodes.insert(id, Node { id, parent: Some(parent), point, ..Node::default() });
        self.nodes.get_mut(&parent).expect("the parent exists").children.push(id);
        Ok(id)
    }

    /// Removes a node and everything after it, and returns their numbers; the root stays.
    pub fn remove(&mut self, id: NodeId) -> Vec<NodeId> {
        let Some(parent) = self.get(id).and_then(|node| node.parent) else { return Vec::new() };
        let siblings = &mut self.nodes.get_mut(&parent).expect("parents exist").children;
        siblings.retain(|&child| child != id);
        let mut removed = vec![id];
        let mut index = 0;
        while let Some(node) = removed.get(index).and_then(|id| self.nodes.remove(id)) {
            removed.extend(node.children);
            index += 1;
        }
        removed
    }

    /// Makes a node the main line of its parent. Returns whether the node exists and has a parent.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.get(id).and_then(|node| node.parent) else { return false };
        let siblings = &mut self.nodes.get_mut(&parent).expect("parents exist").children;
        siblings.retain(|&child| child != id);
        siblings.insert(0, id);
        true
    }

    /// Returns the nodes from the root to a node, both included; empty if the node does not exist.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(self.get(id), |node| self.get(node.parent?))
            .map(|n| n.id)
            .collect();
        path.reverse();
        path
    }

    /// Returns the nodes from the position before the first move, which is the root or the last stone of a set-up,
    /// to a node, both included; empty if the node does not exist.
    #[must_use]
    pub fn played_path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = self.path(id);
        let is_set_up = |id: &NodeId| self.get(*id).is_some_and(|node| node.is_set_up);
        let stones = path.iter().skip(1).take_while(|id| is_set_up(id)).count();
        path.drain(..stones.min(path.len()));
        path
    }

    /// Returns the number of nodes between the root and a node, with the latter.
    #[must_use]
    pub fn ply(&self, id: NodeId) -> usize {
        self.path(id).len().saturating_sub(1)
    }

    /// Returns the last node of the main line after a node.
    #[must_use]
    pub fn end_of_line(&self, id: NodeId) -> NodeId {
        let next = |id: &NodeId| self.get(*id)?.children.first().copied();
        std::iter::successors(Some(id), next).last().unwrap_or(id)
    }

    /// Returns the stones at a node. A pass changes the side to move, and the stones of a five in a
    /// continuous game are dead points.
    ///
    /// # Errors
    /// Returns an error if the node does not exist or a stone on its path cannot be placed.
    pub fn position(&self, id: NodeId) -> Result<Position, TreeError> {
        let path = self.path(id);
        if path.is_empty() {
            return Err(TreeError::NoNode(id));
        }
        let mut position = Position::new(self.size);
        for &id in &path[1..] {
            match self.nodes[&id].point {
                Some(point) => {
                    position.play(point).map_err(|_| TreeError::Impossible(point))?;
                    if self.rule.continuous {
                        bury_five(&mut position, point, self.rule.rule);
                    }
                }
                None => position.set_side_to_move(!position.side_to_move()),
            }
        }
        Ok(position)
    }
}

/// Turns the five through the last stone, if there is one, into dead points.
fn bury_five(position: &mut Position, last: Point, rule: Rule) {
    let side = position.side_to_move();
    let five = five_through(position, last, !side, rule).unwrap_or(Bitboard::EMPTY);
    for point in five.iter() {
        position.remove(point);
        // The point has just become empty.
        position.block(point).ok();
    }
    position.set_side_to_move(side);
}

/// The reasons why an operation on a tree fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// No node has this number.
    #[error("no move has the number {0}")]
    NoNode(NodeId),
    /// The tree has as many nodes as it may have.
    #[error("the tree is full: at most {MAX_NODES} moves")]
    Full,
    /// A stone is off the board or on an occupied point.
    #[error("a stone cannot be placed on {0}")]
    Impossible(Point),
}

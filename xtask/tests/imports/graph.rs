//! Cycles of a directed graph.

use std::collections::BTreeMap;

/// Returns the strongly connected components with more than one node, largest first (Tarjan's algorithm).
pub fn cycles<T: Ord>(edges: &BTreeMap<T, Vec<T>>) -> Vec<Vec<&T>> {
    let mut search = Search {
        edges,
        visits: BTreeMap::new(),
        stack: Vec::new(),
        found: Vec::new(),
    };
    for node in edges.keys() {
        if !search.visits.contains_key(node) {
            search.visit(node);
        }
    }
    let mut found = search.found;
    found.sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
    found
}

struct Visit {
    index: usize,
    lowest: usize,
    is_on_stack: bool,
}

struct Search<'a, T> {
    edges: &'a BTreeMap<T, Vec<T>>,
    visits: BTreeMap<&'a T, Visit>,
    stack: Vec<&'a T>,
    found: Vec<Vec<&'a T>>,
}

impl<'a, T: Ord> Search<'a, T> {
    /// Returns the lowest index that is reachable from `node`.
    fn visit(&mut self, node: &'a T) -> usize {
        let index = self.visits.len();
        self.visits.insert(
            node,
            Visit {
                index,
                lowest: index,
                is_on_stack: true,
            },
        );
        self.stack.push(node);
        let mut lowest = index;
        for next in self.edges.get(node).into_iter().flatten() {
            match self.visits.get(next) {
                None => lowest = lowest.min(self.visit(next)),
                Some(visit) if visit.is_on_stack => lowest = lowest.min(visit.index),
                Some(_) => {}
            }
        }
        if let Some(visit) = self.visits.get_mut(node) {
            visit.lowest = lowest;
        }
        if lowest == index {
            self.close(node);
        }
        lowest
    }

    /// Pops the component of `node` off the stack.
    fn close(&mut self, node: &'a T) {
        let start = self.stack.iter().position(|one| *one == node).unwrap_or(0);
        let component = self.stack.split_off(start);
        for member in &component {
            if let Some(visit) = self.visits.get_mut(member) {
                visit.is_on_stack = false;
            }
        }
        if component.len() > 1 {
            self.found.push(component);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_cycle_once_and_nothing_else() {
        let edges = BTreeMap::from([
            (1, vec![2]),
            (2, vec![3]),
            (3, vec![1, 4]),
            (4, vec![5]),
            (5, vec![4, 6]),
            (6, vec![]),
        ]);
        let found: Vec<Vec<i32>> = cycles(&edges)
            .into_iter()
            .map(|cycle| {
                let mut nodes: Vec<i32> = cycle.into_iter().copied().collect();
                nodes.sort_unstable();
                nodes
            })
            .collect();
        assert_eq!(found, [vec![1, 2, 3], vec![4, 5]]);
    }
}

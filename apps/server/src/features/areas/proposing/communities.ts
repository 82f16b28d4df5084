/** An undirected edge between two nodes. A weight above 1 keeps them together more strongly. */
export interface Edge {
  left: number
  right: number
  weight: number
}

/** Nodes up to this number that hang together stay together. */
const smallComponent = 15
const mostRounds = 20
const mostLevels = 10

/**
 * Groups the nodes of a graph into communities of at most `mostNodes`: densely linked nodes end up together (Louvain).
 * The same graph gives the same groups. Each group is sorted, and nodes without edges are groups of their own.
 */
export function communitiesOf(nodeCount: number, edges: readonly Edge[], mostNodes: number): number[][] {
  return componentsOf(nodeCount, edges).flatMap((nodes) =>
    nodes.length <= Math.min(smallComponent, mostNodes) ? [nodes] : split(nodes, edges, mostNodes),
  )
}

function componentsOf(nodeCount: number, edges: readonly Edge[]): number[][] {
  const roots = Array.from({ length: nodeCount }, (_, node) => node)
  const rootOf = (node: number): number => {
    let root = node
    while (roots[root] !== root) root = roots[root] ?? root
    // Shorten the path for later look-ups.
    for (let at = node; at !== root;) {
      const next = roots[at] ?? root
      roots[at] = root
      at = next
    }
    return root
  }
  for (const { left, right } of edges) {
    const [one, other] = [rootOf(left), rootOf(right)]
    roots[Math.max(one, other)] = Math.min(one, other)
  }
  return [...Map.groupBy(roots.keys(), rootOf).values()]
}

interface Level {
  /** The original nodes of each node. */
  members: number[][]
  /** Neighbors of each node with the weight to them. */
  links: Map<number, number>[]
  /** The weight of the edges within each node, counted twice. */
  inner: number[]
}

function split(nodes: number[], edges: readonly Edge[], mostNodes: number): number[][] {
  let level = firstLevel(nodes, edges)
  for (let round = 0; round < mostLevels; round += 1) {
    const communityOf = moveNodes(level, mostNodes)
    const next = aggregate(level, communityOf)
    if (next.members.length === level.members.length) break
    level = next
  }
  return level.members.map((members) => members.toSorted((left, right) => left - right))
}

function firstLevel(nodes: number[], edges: readonly Edge[]): Level {
  const positions = new Map(nodes.map((node, at) => [node, at]))
  const links = nodes.map(() => new Map<number, number>())
  for (const { left, right, weight } of edges) {
    const [one, other] = [positions.get(left), positions.get(right)]
    if (one === undefined || other === undefined || one === other) continue
    addTo(links[one], other, weight)
    addTo(links[other], one, weight)
  }
  return { members: nodes.map((node) => [node]), links, inner: nodes.map(() => 0) }
}

/** Moves each node to the neighboring community with the best gain in modularity, until none moves. */
function moveNodes({ members, links, inner }: Level, mostNodes: number): number[] {
  const degrees = links.map((own, at) => sum(own.values()) + (inner[at] ?? 0))
  const total = sum(degrees) || 1
  const communityOf = members.map((_, at) => at)
  const sizes = members.map(({ length }) => length)
  const weights = [...degrees]
  for (let round = 0; round < mostRounds; round += 1) {
    let isMoved = false
    for (const [node, own] of links.entries()) {
      const [size, degree, from] = [members[node]!.length, degrees[node] ?? 0, communityOf[node] ?? node]
      sizes[from]! -= size
      weights[from]! -= degree
      const shared = new Map<number, number>()
      for (const [other, weight] of own) addTo(shared, communityOf[other] ?? other, weight)
      const gainOf = (to: number) => (shared.get(to) ?? 0) - ((weights[to] ?? 0) * degree) / total
      let [best, bestGain] = [from, gainOf(from)]
      for (const to of [...shared.keys()].toSorted((left, right) => left - right)) {
        const gain = gainOf(to)
        if ((sizes[to] ?? 0) + size > mostNodes || gain <= bestGain + 1e-9) continue
        best = to
        bestGain = gain
      }
      communityOf[node] = best
      sizes[best]! += size
      weights[best]! += degree
      isMoved ||= best !== from
    }
    if (!isMoved) break
  }
  return communityOf
}

/** Makes each community a node. */
function aggregate({ members, links, inner }: Level, communityOf: number[]): Level {
  const numbers = new Map([...new Set(communityOf)].map((community, at) => [community, at]))
  const numberOf = (node: number) => numbers.get(communityOf[node] ?? node) ?? 0
  const next: Level = {
    members: [...numbers].map(() => []),
    links: [...numbers].map(() => new Map<number, number>()),
    inner: [...numbers].map(() => 0),
  }
  for (const [node, own] of links.entries()) {
    const at = numberOf(node)
    next.members[at]!.push(...(members[node] ?? []))
    next.inner[at]! += inner[node] ?? 0
    for (const [other, weight] of own) {
      const to = numberOf(other)
      if (to === at) next.inner[at]! += weight
      else addTo(next.links[at], to, weight)
    }
  }
  return next
}

function addTo(map: Map<number, number> | undefined, key: number, weight: number): void {
  map?.set(key, (map.get(key) ?? 0) + weight)
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

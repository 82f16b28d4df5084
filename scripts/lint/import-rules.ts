import type { Arrow } from './read-imports.ts'

/** Layers from the bottom up. Each lists its members: folders or files, relative to one folder. */
export type Layers = readonly (readonly string[])[]

/** Returns imports into the same or a higher layer, unless they stay inside one member. */
export function arrowsUp(folder: string, arrows: readonly Arrow[], layers: Layers): string[] {
  return arrows.flatMap(({ from, to }) => {
    const lower = placeOf(within(folder, from), layers)
    const upper = placeOf(within(folder, to), layers)
    if (lower === null || upper === null || lower.member === upper.member || upper.level < lower.level) return []
    const relation = upper.level === lower.level ? 'is in the same layer as' : 'is above'
    return [`${from} imports ${to}, but ${upper.member} ${relation} ${lower.member}.`]
  })
}

/** Returns files of a folder that are in no layer, and members without a file. */
export function unplaced(folder: string, files: readonly string[], layers: Layers): string[] {
  const own = files.filter((file) => within(folder, file) !== null)
  const used = new Set(own.map((file) => placeOf(within(folder, file), layers)?.member))
  return [
    ...own
      .filter((file) => placeOf(within(folder, file), layers) === null)
      .map((file) => `${file} does not belong to a layer.`),
    ...layers.flat().flatMap((member) => (used.has(member) ? [] : [`The layers list ${member}, which has no files.`])),
  ]
}

/** Returns imports of one feature into another that bypass its `service.ts`. */
export function pastService(folder: string, arrows: readonly Arrow[]): string[] {
  return arrows.flatMap(({ from, to }) => {
    const [importer] = within(folder, from)?.split('/') ?? []
    const [feature, ...file] = within(folder, to)?.split('/') ?? []
    if (!importer || !feature || importer === feature || file.join('/') === 'service.ts') return []
    return [`${from} imports ${to}. Import only from the service.ts of ${feature}.`]
  })
}

/** A cycle among the files and folders that are directly in one folder. */
export interface Circle {
  folder: string
  message: string
}

/**
 * Finds cycles in each folder: none of its files and subfolders may reach itself through imports. The same rule applies
 * inside each subfolder, so every cycle of files is found in the folder that they share.
 */
export function findCircles(arrows: readonly Arrow[]): Circle[] {
  const folders = new Map<string, Map<string, Map<string, Arrow>>>()
  for (const arrow of arrows) {
    const { folder, from, to } = fork(arrow)
    const graph = folders.get(folder) ?? new Map<string, Map<string, Arrow>>()
    folders.set(folder, graph)
    const next = graph.get(from) ?? new Map<string, Arrow>()
    graph.set(from, next)
    if (!next.has(to)) next.set(to, arrow)
  }
  return [...folders]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([folder, graph]) => circlesIn(folder, graph))
}

/** Returns the folder that two files share, and the two children that lead to them. */
function fork({ from, to }: Arrow): { folder: string; from: string; to: string } {
  const [start, end] = [from.split('/'), to.split('/')]
  const last = Math.min(start.length, end.length) - 1
  let depth = 0
  while (depth < last && start[depth] === end[depth]) depth += 1
  return { folder: start.slice(0, depth).join('/'), from: start[depth] ?? '', to: end[depth] ?? '' }
}

function circlesIn(folder: string, graph: ReadonlyMap<string, ReadonlyMap<string, Arrow>>): Circle[] {
  const seen = new Set<string>()
  return [...graph.keys()].flatMap((start): Circle[] => {
    const way = seen.has(start) ? null : shortestRound(start, graph)
    if (way === null) return []
    for (const node of way) seen.add(node)
    const arrows = way.slice(1).map((node, at) => graph.get(way[at] ?? '')?.get(node))
    const lines = arrows.map((arrow) => `  ${arrow?.from} imports ${arrow?.to}`)
    return [{ folder, message: [`Circular imports in ${folder}: ${way.join(' → ')}`, ...lines].join('\n') }]
  })
}

/** Returns the shortest path from a node back to itself; null if there is none. */
function shortestRound(start: string, graph: ReadonlyMap<string, ReadonlyMap<string, Arrow>>): string[] | null {
  const ways: string[][] = [[start]]
  const reached = new Set<string>()
  for (const way of ways) {
    for (const node of graph.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (node === start) return [...way, node]
      if (reached.has(node)) continue
      reached.add(node)
      ways.push([...way, node])
    }
  }
  return null
}

/** Returns the path below a folder; null for a path outside it. */
function within(folder: string, path: string): string | null {
  if (folder === '') return path
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null
}

function placeOf(path: string | null, layers: Layers): { member: string; level: number } | null {
  for (const [level, members] of layers.entries()) {
    const member = members.find((one) => path === one || path?.startsWith(`${one}/`))
    if (member !== undefined) return { member, level }
  }
  return null
}

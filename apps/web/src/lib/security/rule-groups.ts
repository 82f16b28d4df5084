/** What every kind of rule has. */
export interface NamedRule {
  name: string
  description?: string | undefined
  tables: object
}

/** A rule as the Advanced Builder edits it: its parts are ordered, and places may be empty or duplicate for a while. */
export interface RuleGroup<Rule, Part> {
  /** Name, description and everything else that is stored next to the parts. */
  rule: Rule
  parts: Part[]
}

/** How a kind of rule contains its parts. */
export interface PartsOfRule<Rule extends NamedRule, Part> {
  partsOf: (rule: Rule) => Part[]
  /** A rule has at most one part in each place, such as a table. */
  placeOf: (part: Part) => string
  tablesOf: (parts: Part[]) => Rule['tables']
}

const longestName = 200

/** The name of the nth rule that a group needs. */
export function numberedName(name: string, n: number): string {
  if (n === 1) return name
  const number = ` (${n})`
  return name.trim().slice(0, longestName - number.length) + number
}

/** The name of a copy that none of the other rules has. */
export function copyName(name: string, taken: readonly string[]): string {
  const first = `${name.trim().slice(0, longestName - 12)} (copy)`
  let copy = first
  for (let n = 2; taken.includes(copy); n++) copy = first.replace(/\)$/, ` ${n})`)
  return copy
}

/** In which of its group's rules each part is: a repeated place needs another rule, so that no part is lost. */
export function layersOf<Part>(parts: readonly Part[], placeOf: (part: Part) => string): number[] {
  const used = new Map<string, number>()
  return parts.map((part) => {
    const place = placeOf(part)
    const layer = used.get(place) ?? 0
    used.set(place, layer + 1)
    return layer
  })
}

/** The group's rules: one, and more with numbered names if parts have the same place. */
export function rulesOfGroup<Rule extends NamedRule, Part>(
  { rule, parts }: RuleGroup<Rule, Part>,
  kind: PartsOfRule<Rule, Part>,
): Rule[] {
  const layers = layersOf(parts, kind.placeOf)
  const count = layers.reduce((most, layer) => Math.max(most, layer + 1), 1)
  return Array.from({ length: count }, (_, n) => ({
    ...rule,
    name: numberedName(rule.name, n + 1),
    tables: kind.tablesOf(parts.filter((_part, at) => layers[at] === n)),
  }))
}

/** The groups that make these rules; rules of one group have the same name or numbered ones. */
export function groupsOf<Rule extends NamedRule, Part>(
  rules: readonly Rule[],
  kind: PartsOfRule<Rule, Part>,
): RuleGroup<Rule, Part>[] {
  const groups: RuleGroup<Rule, Part>[] = []
  for (const rule of rules) {
    const last = groups.at(-1)
    const merged = last === undefined ? null : mergedGroup(last, rule, kind)
    if (merged === null) groups.push({ rule, parts: kind.partsOf(rule) })
    else groups[groups.length - 1] = merged
  }
  return groups
}

/** The group with the next rule's parts; null unless the group would be stored as exactly these rules. */
function mergedGroup<Rule extends NamedRule, Part>(
  group: RuleGroup<Rule, Part>,
  next: Rule,
  kind: PartsOfRule<Rule, Part>,
): RuleGroup<Rule, Part> | null {
  const before = rulesOfGroup(group, kind)
  const name = numberedName(group.rule.name, before.length + 1)
  if (next.name !== name && next.name !== group.rule.name) return null
  const merged = { ...group, parts: [...group.parts, ...kind.partsOf(next)] }
  const same = JSON.stringify(rulesOfGroup(merged, kind)) === JSON.stringify([...before, { ...next, name }])
  return same ? merged : null
}

/** The rule with a description; an empty one is not saved. */
export function withDescription<Rule extends NamedRule>(rule: Rule, description: string): Rule {
  return { ...rule, description: description === '' ? undefined : description }
}

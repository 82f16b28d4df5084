import type { AreaProblem, Message } from '@parlance/contract'
import type { TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import type { NamedRule, PartsOfRule } from '../../../lib/security/rule-groups.ts'
import type { RuleGap } from '../../../lib/security/rule-gap.ts'
import type { RuleMode } from '../../../lib/security/rule-mode.ts'
import type { ProblemIndex } from './problem-index.ts'
import type { RuleSources } from './rule-sources.ts'
import type { DraftPreview } from './use-draft-preview.ts'

/** A condition or a mask while it is edited. */
export interface Part {
  table: string
}

/** The stored form of rules; an empty object means none. */
export interface RulesDocument<Rule> {
  rules?: Rule[]
  parameters?: Record<string, string> | undefined
}

/** The types of a kind of rules. */
export interface RuleTypes {
  /** The stored rules. */
  Value: RulesDocument<NamedRule>
  Rule: NamedRule
  /** A part in the simplest mode. */
  Row: Part
  /** A part in the Advanced Builder. */
  Item: Part
}

export interface RuleSectionProps<Value> {
  /** The rules to save, including incomplete ones: `rowRuleGaps` and `columnRuleGaps` report what is missing. */
  value: Value
  onChange: (value: Value) => void
  /** The area's tables. */
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  /** The edition allows editing these rules. */
  enabled: boolean
  edition: string
  readOnly: boolean
  problems: AreaProblem[]
  /** What the editor can suggest. */
  sources?: RuleSources
  /** Whether the area has such rules although `value` does not contain them. */
  isProtected?: boolean
  /** The saved rules, to mark changed ones and to undo their changes; absent for a new area. */
  stored?: Value | undefined
  /** Absent if there is nothing to preview yet. */
  preview?: DraftPreview | undefined
}

/** What the fields of a part get. */
export interface FieldsProps<Item> {
  item: Item
  number: number
  /** An earlier part of the rule has the same place. */
  isRepeated: boolean
  /** What is missing; null until the user has left the part. */
  gap: Message | null
  /** The problems of the whole rule. */
  problems: readonly AreaProblem[]
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  onChange: (item: Item) => void
  /** The buttons of the part. */
  actions: ReactNode
}

/** How parts of a kind are shown in a list. */
export interface PartKind<Item extends Part> {
  /** A new part for a table; the name may be empty. */
  fresh: (table: string) => Item
  copyOf: (item: Item, all: Item[]) => Item
  /** Parts of a rule that have the same place repeat each other. */
  placeOf: (item: Item) => string
  gapOf: (item: Item) => Message | null
  /** The part's name in the list. */
  labelOf: (item: Item, number: number) => Message
  /** The part's name in "Remove {name}". */
  nameOf: (item: Item, number: number) => Message
  addLabel: Message
  /** The list's and a part's style. */
  styles: { list: string | undefined; part?: string | undefined }
  Fields: ComponentType<FieldsProps<Item>>
}

/** A part in its list. */
export interface SimplePlace<Value, Item> {
  item: Item
  items: Item[]
  /** How many earlier parts have the same place. */
  layer: number
  value: Value
  index: ProblemIndex
}

/** The simplest mode: one list of parts. */
export interface SimpleMode<Value, Item extends Part> extends PartKind<Item> {
  itemsOf: (value: Value) => Item[]
  /** The rules with these parts. `opened` are the rules that the list began with. */
  apply: (items: Item[], now: Value, opened: Value) => Value
  /** Finds the stored version of a part. */
  keyOf: (item: Item) => string
  problemsOf: (place: SimplePlace<Value, Item>) => readonly AreaProblem[]
  /** Why no part can be added; null if one can. */
  fullText: (value: Value) => Message | null
}

/** The Advanced Builder: groups of parts. */
export interface GroupMode<Rule extends NamedRule, Item extends Part> extends PartKind<Item>, PartsOfRule<Rule, Item> {
  freshRule: (table: string) => Rule
  /** The text for a group without a name or parts. */
  gap: Message
  /** The content of a closed group in one line. */
  summaryOf: (items: Item[]) => Message | string
}

export interface OverviewProps<Value> {
  value: Value
  tables: string[]
  /** Adds a rule for a table; null if no rule can be added. */
  onAdd: ((table: string) => void) | null
}

/** Everything that differs between kinds of rules; the editor is the same for all of them. */
export interface RuleKind<K extends RuleTypes> {
  section: AreaProblem['section']
  id: string
  texts: Record<'title' | 'intro' | 'edition' | 'json' | 'none', Message>
  modes: Record<RuleMode, Message>
  examples: (t: TFunction) => string
  none: K['Value']
  rulesOf: (value: K['Value']) => K['Rule'][]
  withRules: (value: K['Value'], rules: K['Rule'][]) => K['Value']
  openingMode: (value: K['Value']) => RuleMode
  whyNotSimple: (value: K['Value']) => Message | null
  /** Whether a JSON value can be rules. */
  accepts: (value: unknown) => value is K['Value']
  gapsOf: (value: unknown) => RuleGap[]
  simple: SimpleMode<K['Value'], K['Row']>
  groups: GroupMode<K['Rule'], K['Item']>
  ReadOnlyList: ComponentType<{ value: K['Value'] }>
  /** More fields of the Advanced Builder. */
  Extras: ComponentType<{ value: K['Value']; emit: EmitRules<K['Value']> }> | null
  /** What follows from the rules. */
  Overview: ComponentType<OverviewProps<K['Value']>> | null
}

export type EmitRules<Value> = (change: (value: Value) => Value, isReadable?: boolean) => void

/** What the editors of all modes get from their section. */
export interface EditorProps<Value> {
  value: Value
  stored: Value | undefined
  emit: EmitRules<Value>
  tables: string[]
  columnsOf: (table: string) => Promise<string[]>
  index: ProblemIndex
  /** Shows what a user would see of a table; null if there is nothing to preview yet. */
  onPreview: ((table: string) => void) | null
}

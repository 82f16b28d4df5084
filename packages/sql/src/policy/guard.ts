import { message, type Cell } from '@parlance/contract'
import type { Parse, Policies, Receipt } from '../contract.ts'
import { dialectOf, maskFunctions } from '../dialects/index.ts'
import { knownParameter } from './rule-parameters.ts'
import type { ExpressionNode, ParsedTrees, QueryNode } from '../parse/model.ts'
import { walkQuery } from '../parse/walk.ts'
import type { CatalogueIndex, IndexedColumn, IndexedTable } from '../prove/catalogue-index.ts'
import { proveQuery } from '../prove/prove-query.ts'
import type { Proof, TableReference } from '../prove/scope.ts'
import type { Piece } from '../rewrite/splice.ts'
import type { RulePiece } from './fragments.ts'
import { applyingRules, guardTemplate } from './guard-template.ts'
import type { GuardTemplate } from './guard-template.ts'
import { parameterUses, valueFor } from './parameter-values.ts'
import type { ParameterUse } from './parameter-values.ts'
import { PolicyError } from './policy-error.ts'
import { rulesOf } from './table-rules.ts'
import type { TableMask } from './table-rules.ts'

/** The replacement for a protected table, for one user. */
export interface Guard {
  pieces: Piece[]
  tree: QueryNode
  /** The tables that the guard itself reads. */
  references: TableReference[]
  rowRules: string[]
  masks: Omit<Receipt['masks'][number], 'table'>[]
  bound: string[]
  /** The parameters without a value, so that no row is visible. */
  unresolved: string[]
}

export interface GuardContext {
  index: CatalogueIndex
  policies: Policies
  parse: Parse
  /** The asking user's value of a parameter; null if there is none. */
  value(name: string): string | null
  reads(name: string): boolean
}

/** The parsed template with its proof and the uses of its parameters. */
interface Analysis {
  tree: QueryNode
  proof: Proof
  uses: ParameterUse[]
}

/**
 * Builds and proves the guard of a table; null if no rule applies to it.
 * @throws PolicyError when one of its rules can't be enforced
 */
export async function makeGuard(table: IndexedTable, context: GuardContext): Promise<Guard | null> {
  if (!rulesOf(table, context.policies)) return null
  const impossible = new Set<number>()
  const unresolved = new Set<string>()
  for (;;) {
    const { template, analysis, masks } = await readTemplate(table, impossible, context)
    const { pieces, fillings } = fill(template.pieces, analysis.uses, context)
    const unfilled = fillings.filter(({ value }) => value === null)
    if (unfilled.length === 0) {
      return {
        pieces,
        bound: fillings.map(({ parameter }) => parameter),
        tree: analysis.tree,
        references: analysis.proof.references,
        rowRules: template.rowRules,
        masks,
        unresolved: [...unresolved],
      }
    }
    for (const { condition, parameter } of unfilled) {
      impossible.add(condition)
      if (context.value(parameter) === null) unresolved.add(parameter)
    }
  }
}

/** What the rules of a table are for one user, before they become a guard. */
export interface FilledRules {
  template: GuardTemplate
  fillings: Filling[]
  /** The condition on all rows. */
  where: ExpressionNode | null
}

/**
 * Reads a table's rules and fills in a user's values, without replacing conditions that have none.
 * @throws PolicyError like `makeGuard`
 */
export async function fillRules(table: IndexedTable, context: GuardContext): Promise<FilledRules> {
  const { template, analysis } = await readTemplate(table, new Set(), context)
  const { body } = analysis.tree
  const where = body.type === 'select' ? body.where : null
  return { template, where, fillings: fill(template.pieces, analysis.uses, context).fillings }
}

interface Filled {
  pieces: Piece[]
  fillings: Filling[]
}

/** A parameter of a condition with the user's value. */
export interface Filling {
  parameter: string
  /** The condition's number. */
  condition: number
  /** Null if a missing or unsuitable value makes the condition false. */
  value: Cell | null
}

function fill(pieces: RulePiece[], uses: ParameterUse[], context: GuardContext): Filled {
  const filled: Filled = { pieces: [], fillings: [] }
  let use = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') filled.pieces.push(piece)
    else if ('salt' in piece) {
      use++
      filled.pieces.push({ value: context.policies.hashSalt })
    } else {
      const beside = uses[use++] ?? { kinds: [], types: [] }
      const value: Cell | null = valueFor(
        context.value(piece.parameter),
        besideOwn(piece.parameter, beside),
        context.index.dialect,
      )
      filled.pieces.push({ value })
      filled.fillings.push({ ...piece, value })
    }
  }
  return filled
}

/**
 * The product's own dates are always dates, even when a number of days is added to them, so they need not be numbers.
 */
function besideOwn(parameter: string, use: ParameterUse): ParameterUse {
  if (parameter !== 'current_date' && parameter !== 'current_timestamp') return use
  return { ...use, kinds: use.kinds.filter((kind) => kind !== 'number') }
}

interface ReadTemplate {
  template: GuardTemplate
  analysis: Analysis
  masks: Guard['masks']
}

function masksOf(table: IndexedTable, policies: Policies): Guard['masks'] {
  const masks = rulesOf(table, policies)?.masks ?? new Map<IndexedColumn, TableMask>()
  return [...masks].map(([column, { rule, mask }]) => ({ rule, column: column.name, maskType: mask.mask_type }))
}

const readTemplates = new WeakMap<Policies, WeakMap<IndexedTable, Map<string, ReadTemplate>>>()
const keptTemplates = 50

/**
 * The same rules give the same template, except for conditions that are off or can't be true, so each variant is built
 * once.
 */
async function readTemplate(
  table: IndexedTable,
  impossible: ReadonlySet<number>,
  context: GuardContext,
): Promise<ReadTemplate> {
  if (table.columns.size === 0) {
    throw new PolicyError(
      '',
      table.ref.table,
      'columns',
      message('The columns of the table are unknown. Sync the schema again.'),
    )
  }
  let byTable = readTemplates.get(context.policies)
  if (!byTable) readTemplates.set(context.policies, (byTable = new WeakMap()))
  let known = byTable.get(table)
  if (!known) byTable.set(table, (known = new Map()))
  const key = `${applyingRules(table, context).join()}/${[...impossible].join()}`
  const present = known.get(key)
  if (present) return present
  const template = guardTemplate(table, { ...context, impossible, conditions: [] })
  const analysis = await analyse(template.pieces, table, context)
  const made = { template, analysis, masks: masksOf(table, context.policies) }
  if (known.size >= keptTemplates) known.delete(known.keys().next().value!)
  known.set(key, made)
  return made
}

const analyses = new WeakMap<CatalogueIndex, Map<string, Promise<Analysis>>>()
const keptAnalyses = 500

/** Templates repeat across queries, so each is read and proven once per catalogue. */
function analyse(pieces: RulePiece[], table: IndexedTable, context: GuardContext): Promise<Analysis> {
  const rendered = render(pieces, table, context.index)
  let known = analyses.get(context.index)
  if (!known) analyses.set(context.index, (known = new Map()))
  const present = known.get(rendered.text)
  if (present) return present
  const made = analyseNow(rendered, table, context)
  if (known.size >= keptAnalyses) known.delete(known.keys().next().value!)
  known.set(rendered.text, made)
  made.catch(() => known.delete(rendered.text))
  return made
}

interface RenderedTemplate {
  text: string
  /** The position of each placeholder, in order. */
  places: number[]
}

function render(pieces: RulePiece[], table: IndexedTable, index: CatalogueIndex): RenderedTemplate {
  let text = ''
  const places: number[] = []
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    if ('parameter' in piece && !knownParameter(piece.parameter)) {
      throw new PolicyError(
        '',
        table.ref.table,
        'condition',
        message('There is no parameter :{parameter}.', { parameter: piece.parameter }),
      )
    }
    places.push(text.length)
    text += dialectOf(index.dialect).parserPlaceholder(places.length)
  }
  return { text, places }
}

async function analyseNow(rendered: RenderedTemplate, table: IndexedTable, context: GuardContext): Promise<Analysis> {
  const outcome = await context.parse(context.index.dialect, rendered.text)
  if (!outcome.ok) throw new PolicyError('', table.ref.table, 'condition', outcome.message)
  const trees = outcome.trees as ParsedTrees
  if ('refusal' in trees) throw new PolicyError('', table.ref.table, 'condition', trees.refusal.message)
  const proof = proveQuery(trees.query, context.index, { allowed: null, trusted: maskFunctions, keepSources: true })
  const [problem] = proof.problems
  if (problem) throw new PolicyError('', table.ref.table, 'condition', problem.message)
  if (proof.strings.length > 0) {
    throw new PolicyError(
      '',
      table.ref.table,
      'condition',
      message('There is no column {column}. Put strings in single quotes.', { column: proof.strings[0]!.text }),
    )
  }
  const taken = proof.ctes.find((cte) => context.index.named(cte.name.text).length > 0)
  if (taken) {
    const text = message('{name} is also the name of a table. Rename the WITH query.', { name: taken.name.text })
    throw new PolicyError('', table.ref.table, 'condition', text)
  }
  checkCustomMasks(trees.query, table, context)
  const uses = parameterUses(trees.query, proof, rendered.places)
  checkKinds(uses, table, context)
  return { tree: trees.query, proof, uses }
}

/** If the engine silently converts a text compared with a number, the kind of the value must be known. */
function checkKinds(uses: ParameterUse[], table: IndexedTable, context: GuardContext): void {
  const { textComparedWithNumber } = dialectOf(context.index.dialect).values
  if (textComparedWithNumber !== 'converts' || !uses.some(({ kinds }) => kinds.includes('unknown'))) return
  const text = message('A parameter is compared with a value of unknown type. Wrap that value in CAST(… AS …).')
  throw new PolicyError('', table.ref.table, 'condition', text)
}

/** A custom mask is one expression over the row's own columns. */
function checkCustomMasks(query: QueryNode, table: IndexedTable, context: GuardContext): void {
  if (query.body.type !== 'select') return
  const masks = rulesOf(table, context.policies)?.masks
  for (const item of query.body.items) {
    if (item.type !== 'item' || !item.alias) continue
    const { text } = item.alias
    const masked = [...(masks ?? new Map<IndexedColumn, never>())].find(([column]) => column.name === text)?.[1]
    if (masked?.mask.mask_type !== 'custom') continue
    if (item.expression.type === 'operation' && item.expression.operator === 'Tuple') {
      throw new PolicyError(masked.rule, table.ref.table, text, message('A custom mask must be a single expression.'))
    }
    walkQuery(
      { ...query, ctes: [], orderBy: [], limit: null, body: { ...query.body, items: [item], from: [], where: null } },
      {
        expression: (node) => {
          if (node.type !== 'subquery') return
          throw new PolicyError(masked.rule, table.ref.table, text, message('A custom mask cannot contain a subquery.'))
        },
      },
    )
  }
}

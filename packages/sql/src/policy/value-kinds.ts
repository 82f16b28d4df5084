import type { ColumnKind, SqlDialect } from '@parlance/contract'
import type { BodyNode, ExpressionNode, QueryNode } from '../parse/model.ts'
import { names } from '../dialects/functions/common.ts'
import { dialectOf } from '../dialects/index.ts'
import type { Proof } from '../prove/scope.ts'

/** The kind of a value; 'unknown' if the way it is computed doesn't show it. */
export type ValueKind = ColumnKind | 'unknown'

type Operation = Extract<ExpressionNode, { type: 'operation' }>

/** What an operation does with its values. */
type OperationForm = 'logical' | 'comparison' | 'case' | 'arithmetic' | 'text' | 'measure' | 'passing'

/** The form of an operation from either converter. */
export function formOf({ operator }: Operation, dialect: SqlDialect): OperationForm {
  if (dialectOf(dialect).values.barsAreOr && operator === 'StringConcat') return 'logical'
  if (/^(?:and|or|xor|not)(?:_expr)?$/i.test(operator)) return 'logical'
  if (/^is_?(?:not_?)?(?:true|false|unknown)$/i.test(operator) || operator === 'AEXPR_OP !') return 'logical'
  if (/^(?:Case|CaseOf|When)$/.test(operator)) return 'case'
  if (/^(?:AEXPR_NULLIF|IS_GREATEST|IS_LEAST|ARRAY_SUBLINK)/.test(operator)) return 'passing'
  if (/^(?:StringConcat|AEXPR_OP \|\||JsonA|Arrow|LongArrow|AEXPR_OP ->|FieldAccess)/.test(operator)) return 'text'
  if (/^(?:Trim|Substring|Overlay)$/.test(operator)) return 'text'
  if (operator === 'Extract' || operator === 'Position') return 'measure'
  if (
    /^(?:Ceil|Floor|Plus|Minus|Multiply|Divide|Modulo|MyIntegerDivide|DuckIntegerDivide|(?:PG)?Bitwise)/.test(operator)
  )
    return 'arithmetic'
  if (/^AEXPR_OP (?:[-+*/%^&|#]|<<|>>)$/.test(operator)) return 'arithmetic'
  const passing = /^(?:Tuple|Array|Coalesce|Collate|Named|Interval|AtTimeZone|Struct|Argument|Sort|Grouping)/
  return passing.test(operator) ? 'passing' : 'comparison'
}

/** Functions that return one of their arguments, unchanged or as the engine casts it. */
const passing = names(`coalesce nullif ifnull nvl nvl2 zn greatest least if iif iff decode max min any_value first_value
  last_value nth_value lag lead first last max_by min_by likely unlikely likelihood zeroifnull nullifzero choose elt mode`)

function isPassing(call: Extract<ExpressionNode, { type: 'call' }>): boolean {
  return passing.has(functionName(call))
}

/** Whether a function compares its arguments with each other. */
export function isComparing(call: Extract<ExpressionNode, { type: 'call' }>): boolean {
  return isPassing(call) || /^(?:field|interval|least|greatest)$/.test(functionName(call))
}

/** Functions whose result is always a number. */
const measuring =
  names(`count sum avg abs round ceil ceiling floor sign sqrt exp ln log log10 log2 power pow mod acos asin
  atan atan2 cos sin tan cot degrees radians pi rand random truncate trunc total conv crc32 std stddev stddev_pop
  stddev_samp var_pop var_samp variance median percentile_cont percentile_disc bit_and bit_or bit_xor bit_count grouping
  row_number rank dense_rank percent_rank cume_dist ntile length len char_length character_length octet_length bit_length
  instr locate position strpos charindex patindex ascii ord unicode find_in_set field interval strcmp isnull inet_aton
  is_ipv4 is_ipv6 regexp_instr regexp_like regexp_count like glob datediff dayofmonth dayofweek dayofyear day extract hour
  microsecond minute month period_add period_diff quarter second time_to_sec timestampdiff to_days to_seconds
  unix_timestamp week weekday weekofyear year yearweek date_part datepart julianday unixepoch json_length json_depth
  json_array_length json_valid json_contains json_contains_path json_exists json_overlaps json_error_position count_big
  st_area st_distance st_distance_sphere st_length st_x st_y st_contains st_within st_intersects datediff_big to_number
  cardinality array_length div regr_count nanvl width_bucket`)

/** Functions that treat their arguments as numbers, and functions that do so from the second argument on. */
const ofNumbers = names(`abs round ceil ceiling floor sign sqrt exp ln log log10 log2 power pow mod acos asin atan atan2
  cos sin tan cot degrees radians truncate trunc sum avg total conv char space sec_to_time from_days maketime makedate
  zeroifnull`)
const withNumbers = names('left right repeat substr substring mid lpad rpad format')

/** The arguments of a function that the engine treats as numbers. */
export function numericArguments(call: Extract<ExpressionNode, { type: 'call' }>): ExpressionNode[] {
  const name = functionName(call)
  if (name === 'elt' || name === 'choose') return call.children.slice(0, 1)
  if (name === 'lpad' || name === 'rpad') return call.children.slice(1, 2)
  if (ofNumbers.has(name)) return call.children
  return withNumbers.has(name) ? call.children.slice(1) : []
}

/** The argument that a function treats as true or false. */
export function conditionOf(call: Extract<ExpressionNode, { type: 'call' }>): ExpressionNode | undefined {
  return /^(?:if|iif|iff)$/.test(functionName(call)) ? call.children[0] : undefined
}

/** Functions whose result is a date or a time of day. */
const dating = names(`adddate add_months convert_tz curdate current_date date date_add date_sub from_days from_unixtime
  last_day localtime localtimestamp makedate now str_to_date subdate sysdate timestamp timestampadd utc_date
  utc_timestamp current_timestamp to_date to_timestamp getdate sysdatetime date_trunc dateadd eomonth addtime subtime
  systimestamp getutcdate`)

/** Functions that return the value in a JSON text; a value with its own type isn't even cast to the column's. */
const untyped = names('json_extract json_value jsonb_extract')

function functionName(call: Extract<ExpressionNode, { type: 'call' }>): string {
  return (call.name.at(-1) ?? '').toLowerCase()
}

/** Whether a function leaves its arguments unconverted and always returns a number or a date. */
export function isMeasuring(call: Extract<ExpressionNode, { type: 'call' }>): boolean {
  const name = functionName(call)
  return measuring.has(name) || dating.has(name)
}

/** The kinds that the values of an expression have, as far as its columns, literals, casts, and functions show. */
export function kindsOf(node: ExpressionNode, proof: Proof, computed: ReadonlySet<string>): ValueKind[] {
  const inner = (children: ExpressionNode[]) => children.flatMap((child) => kindsOf(child, proof, computed))
  switch (node.type) {
    case 'column': {
      const name = node.parts.at(-1)?.text.toLowerCase() ?? ''
      if (/^(?:_rowid_|rowid|oid)$/.test(name)) return ['integer']
      const kinds = [...(proof.sources?.get(node) ?? [])].map((source) => source.column.kind)
      return computed.has(name) || kinds.length === 0 ? [...kinds, 'unknown'] : kinds
    }
    case 'literal':
      return {
        string: ['text' as const],
        number: ['number' as const],
        boolean: ['boolean' as const],
        null: [],
        other: [],
      }[node.kind]
    case 'cast':
      return node.to.endsWith('[]') ? [] : [kindOfCast(node.to)]
    case 'call': {
      const name = functionName(node)
      if (measuring.has(name)) return ['number']
      if (dating.has(name)) return ['timestamp']
      if (untyped.has(name)) return dialectOf(proof.index.dialect).values.haveOwnTypes ? ['unknown'] : ['text']
      return isPassing(node) ? inner(node.children) : ['text']
    }
    case 'subquery':
      return resultsOf(node.query).flatMap((child) => kindsOf(child, proof, computed))
    case 'operation': {
      const form = formOf(node, proof.index.dialect)
      if (form === 'logical' || form === 'comparison') return ['boolean']
      if (form === 'case') return inner(caseResults(node))
      if (form === 'text') return ['text']
      if (form === 'measure') return ['number']
      const kinds = inner(node.children)
      return form === 'arithmetic' && kinds.every((kind) => kind === 'text') ? ['number'] : kinds
    }
    case 'parameter':
    case 'row':
      return []
  }
}

/** The kind of values that a type's name implies. */
export function kindOfCast(type: string): ColumnKind {
  if (/interval/i.test(type)) return 'other'
  if (/int|signed|bit|year/i.test(type)) return 'integer'
  if (/num|dec|real|float|double|money/i.test(type)) return 'number'
  if (/bool/i.test(type)) return 'boolean'
  if (/timestamp|datetime/i.test(type)) return 'timestamp'
  if (/date/i.test(type)) return 'date'
  return /time/i.test(type) ? 'time' : 'text'
}

/** The values that a CASE may return, without its conditions. */
export function caseResults(node: Operation): ExpressionNode[] {
  const { operator, children } = node
  if (operator === 'When') return children.slice(-1)
  // PostgreSQL's own tree has the operand, then ELSE, then each WHEN; the other has WHEN and THEN in turn.
  if (children.some(isWhen)) {
    const others = children.filter((child) => !isWhen(child))
    const elses = operator === 'CaseOf' ? others.slice(1) : others
    return [...elses, ...children.filter(isWhen).flatMap((child) => caseResults(child))]
  }
  const pairs = operator === 'CaseOf' ? children.slice(1) : children
  return pairs.filter((_, at) => at % 2 === 1 || at === pairs.length - 1)
}

/** The conditions of a CASE, or the values compared with its operand. */
export function caseConditions(node: Operation): ExpressionNode[] {
  const results = new Set(caseResults(node))
  return node.children
    .flatMap((child) => (isWhen(child) ? child.children.slice(0, 1) : [child]))
    .filter((child) => !results.has(child))
}

function isWhen(node: ExpressionNode): node is Operation {
  return node.type === 'operation' && node.operator === 'When'
}

/** The expressions that a query returns. */
export function resultsOf(query: QueryNode): ExpressionNode[] {
  return resultsOfBody(query.body)
}

function resultsOfBody(body: BodyNode): ExpressionNode[] {
  switch (body.type) {
    case 'query':
      return resultsOf(body)
    case 'set':
      return [...resultsOfBody(body.left), ...resultsOfBody(body.right)]
    case 'values':
      return body.rows.flat()
    case 'select':
      return body.items.flatMap((item) => (item.type === 'item' ? [item.expression] : []))
  }
}

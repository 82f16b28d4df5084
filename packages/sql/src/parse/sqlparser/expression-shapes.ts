/** Which fields of an expression contain expressions, lists of them, queries, and plain data. */
export interface ExpressionShape {
  one: string[]
  many: string[]
  queries: string[]
  known: ReadonlySet<string>
}

function shape(one: string[], data: string[] = [], many: string[] = [], queries: string[] = []): ExpressionShape {
  return { one, many, queries, known: new Set([...one, ...data, ...many, ...queries]) }
}

/** The allow-list of expressions of sqlparser-rs, each with all the fields that it may have. */
export const expressionShapes: Record<string, ExpressionShape> = {
  InList: shape(['expr'], ['negated'], ['list']),
  InSubquery: shape(['expr'], ['negated'], [], ['subquery']),
  InUnnest: shape(['expr', 'array_expr'], ['negated']),
  Between: shape(['expr', 'low', 'high'], ['negated']),
  BinaryOp: shape(['left', 'right'], ['op']),
  UnaryOp: shape(['expr'], ['op']),
  Like: shape(['expr', 'pattern'], ['negated', 'any', 'escape_char']),
  ILike: shape(['expr', 'pattern'], ['negated', 'any', 'escape_char']),
  SimilarTo: shape(['expr', 'pattern'], ['negated', 'escape_char']),
  RLike: shape(['expr', 'pattern'], ['negated', 'regexp']),
  AnyOp: shape(['left', 'right'], ['compare_op', 'is_some']),
  AllOp: shape(['left', 'right'], ['compare_op']),
  Cast: shape(['expr'], ['kind', 'data_type', 'array', 'format']),
  Convert: shape(['expr'], ['is_try', 'data_type', 'charset', 'target_before_value'], ['styles']),
  AtTimeZone: shape(['timestamp', 'time_zone']),
  Extract: shape(['expr'], ['field', 'syntax']),
  Ceil: shape(['expr'], ['field']),
  Floor: shape(['expr'], ['field']),
  Position: shape(['expr', 'in']),
  Substring: shape(['expr', 'substring_from', 'substring_for'], ['special', 'shorthand']),
  Trim: shape(['expr', 'trim_what'], ['trim_where'], ['trim_characters']),
  Overlay: shape(['expr', 'overlay_what', 'overlay_from', 'overlay_for']),
  Collate: shape(['expr'], ['collation']),
  TypedString: shape([], ['data_type', 'value', 'uses_odbc_syntax']),
  Exists: shape([], ['negated'], [], ['subquery']),
  Array: shape([], ['named'], ['elem']),
  Struct: shape([], ['fields'], ['values']),
  Named: shape(['expr'], ['name']),
  Interval: shape(['value'], ['leading_field', 'leading_precision', 'last_field', 'fractional_seconds_precision']),
}

export const functionFields: ReadonlySet<string> = new Set([
  'name',
  'uses_odbc_syntax',
  'parameters',
  'args',
  'filter',
  'null_treatment',
  'over',
  'within_group',
])

export const windowFields: ReadonlySet<string> = new Set(['partition_by', 'order_by', 'window_frame', 'window_name'])

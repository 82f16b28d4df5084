import { commonFunctions, names } from './common.ts'

export const sqliteFunctions = names(
  commonFunctions,
  `char concat_ws format glob hex ifnull iif if instr like likelihood likely unlikely nullif printf quote random
   soundex typeof unhex unicode octet_length
   acosh asinh atanh ceiling cosh log2 pow sinh tanh trunc
   date time datetime julianday strftime timediff unixepoch
   total group_concat string_agg median percentile percentile_cont percentile_disc
   json json_array json_array_length json_error_position json_extract json_insert json_object json_patch json_pretty
   json_quote json_remove json_replace json_set json_type json_valid json_group_array json_group_object
   jsonb jsonb_array jsonb_extract jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set
   jsonb_group_array jsonb_group_object`,
)

export const sqliteTableFunctions = names('json_each json_tree generate_series')

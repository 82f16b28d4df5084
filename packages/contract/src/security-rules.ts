import { z } from 'zod'
import { plainText } from './text.ts'

/*
 * Row and column rules of a business area, in the documents' JSON form. Unknown keys are refused: a misspelt
 * `always_apply` must not become a rule that does less than it says.
 */

const nameOfTable = plainText(500).trim().min(1, 'A rule names a table.')
const ruleName = plainText(200).trim().min(1, 'A rule needs a name.')
const description = plainText(2000).optional()
const expression = plainText(10_000)

export const rowTableRuleSchema = z.strictObject({
  condition: expression.optional(),
  always_apply: z.boolean().optional(),
  /** Only for `ALL`. */
  when_column_exists: plainText(500).optional(),
  inherit_parent_security: z.boolean().optional(),
  /** The parent table of an inheriting rule; else the table that must be read too for the condition to apply. */
  requires: plainText(500).optional(),
  join_condition: expression.optional(),
})
export type RowTableRule = z.infer<typeof rowTableRuleSchema>

/** The key that means every table of the area. */
export const allTablesKey = 'ALL'

export const rowSecurityRuleSchema = z.strictObject({
  name: ruleName,
  description,
  tables: z.record(nameOfTable, rowTableRuleSchema),
})
export type RowSecurityRule = z.infer<typeof rowSecurityRuleSchema>

export const rowSecurityRulesSchema = z.strictObject({
  rules: z.array(rowSecurityRuleSchema).max(500),
  /** Parameter name (with its colon) to what it means, for people. */
  parameters: z.record(plainText(200), plainText(1000)).optional(),
})
export type RowSecurityRules = z.infer<typeof rowSecurityRulesSchema>

export const maskTypes = ['partial', 'replace', 'null', 'hash', 'range', 'custom', 'disallow'] as const
export type MaskType = (typeof maskTypes)[number]

export const columnMaskSchema = z.strictObject({
  mask_type: z.enum(maskTypes),
  /** Of `partial`. */
  pattern: plainText(200).optional(),
  /** Of `replace`. */
  replacement: plainText(1000).optional(),
  /** Of `range`: `min` inclusive, `max` exclusive, the first match counts. */
  ranges: z
    .array(
      z.strictObject({
        min: z.number().optional(),
        max: z.number().optional(),
        label: plainText(200),
      }),
    )
    .max(100)
    .optional(),
  /** Of `custom`: an expression over the row's own columns. */
  sql: expression.optional(),
})
export type ColumnMask = z.infer<typeof columnMaskSchema>

export const columnSecurityRuleSchema = z.strictObject({
  name: ruleName,
  description,
  /** Table to column to mask. */
  tables: z.record(nameOfTable, z.record(plainText(500).min(1), columnMaskSchema)),
})
export type ColumnSecurityRule = z.infer<typeof columnSecurityRuleSchema>

export const columnSecurityRulesSchema = z.strictObject({ rules: z.array(columnSecurityRuleSchema).max(500) })
export type ColumnSecurityRules = z.infer<typeof columnSecurityRulesSchema>

/** The documents write 'no rules' as an empty object. */
export const noRulesSchema = z.strictObject({})

/** Parameters that every condition may use; `:user.<key>` names an attribute of the user. */
export const ruleParameters = [':current_user_id', ':current_date', ':current_timestamp'] as const
/** What the quick-add of the Advanced Builder offers besides. */
export const quickAddParameters = [...ruleParameters, ':current_tenant_id', ':current_dept_id'] as const

import { z } from 'zod'
import { plainText } from './text.ts'

/*
 * Row rules and column masks of a business area, in the JSON form of the requirement documents. Unknown keys are errors,
 * so that a misspelled `always_apply` doesn't weaken a rule.
 */

const nameOfTable = plainText(500).trim().min(1, 'The rule needs a table name.')
const ruleName = plainText(200).trim().min(1, 'The rule needs a name.')
const description = plainText(2000).optional()
const expression = plainText(10_000)

export const rowTableRuleSchema = z.strictObject({
  condition: expression.optional(),
  always_apply: z.boolean().optional(),
  /** Only for `ALL`. */
  when_column_exists: plainText(500).optional(),
  inherit_parent_security: z.boolean().optional(),
  /** Parent table of an inheriting rule. Otherwise the table that a query must also read for the rule to apply. */
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
  /** Descriptions of parameters, by name with the colon. */
  parameters: z.record(plainText(200), plainText(1000)).optional(),
})
export type RowSecurityRules = z.infer<typeof rowSecurityRulesSchema>

export const maskTypes = ['partial', 'replace', 'null', 'hash', 'range', 'custom', 'disallow'] as const
export type MaskType = (typeof maskTypes)[number]

export const columnMaskSchema = z.strictObject({
  mask_type: z.enum(maskTypes),
  /** For `partial`. */
  pattern: plainText(200).optional(),
  /** For `replace`. */
  replacement: plainText(1000).optional(),
  /** For `range`. `min` is inclusive, `max` is exclusive, and the first match is used. */
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
  /** For `custom`: an expression over columns of the row. */
  sql: expression.optional(),
})
export type ColumnMask = z.infer<typeof columnMaskSchema>

export const columnSecurityRuleSchema = z.strictObject({
  name: ruleName,
  description,
  /** Masks, by table, then by column. */
  tables: z.record(nameOfTable, z.record(plainText(500).min(1), columnMaskSchema)),
})
export type ColumnSecurityRule = z.infer<typeof columnSecurityRuleSchema>

export const columnSecurityRulesSchema = z.strictObject({ rules: z.array(columnSecurityRuleSchema).max(500) })
export type ColumnSecurityRules = z.infer<typeof columnSecurityRulesSchema>

/**
 * In the requirement documents, an empty object means no rules. A field makes it abort: otherwise a union takes this
 * alternative for the nearest one and reports `rules` as unknown.
 */
export const noRulesSchema = z.strictObject({}).check((payload) => {
  if (payload.issues.length > 0) payload.aborted = true
})

/** Parameters that every condition can use. `:user.<key>` is an attribute of the user. */
export const ruleParameters = [':current_user_id', ':current_date', ':current_timestamp'] as const
/** Parameters that the Advanced Builder offers to add. */
export const quickAddParameters = [...ruleParameters, ':current_tenant_id', ':current_dept_id'] as const

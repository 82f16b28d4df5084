import { z } from 'zod'

/** One group and the value that it gives, among values that differ. */
export const groupValueSchema = z.object({ group_id: z.string(), group_name: z.string(), value: z.string() })

/** An attribute for which a user's groups give different values, so that the user has none. */
export const attributeConflictSchema = z.object({ key: z.string(), values: z.array(groupValueSchema) })
export type AttributeConflict = z.infer<typeof attributeConflictSchema>

/** The names of the groups that give a user what applies. Empty for the user's own values. */
export const valueSourcesSchema = z.object({
  daily_query_limit: z.array(z.string()),
  monthly_query_limit: z.array(z.string()),
  /** By the key of the attribute. */
  attributes: z.record(z.string(), z.array(z.string())),
  /** The sign-in provider that gives an attribute, by its key. */
  providers: z.record(z.string(), z.string()),
})
export type ValueSources = z.infer<typeof valueSourcesSchema>

import { dimensionSchema, message, metricSchema, portableItemSchema, verbatim, type AreaJoin } from '@parlance/contract'
import { z } from 'zod'
import type { Collector } from '../collector.ts'
import type { Place } from '../file-error.ts'
import { asKind, listOf, needText, type MapNode } from '../file-node.ts'

/** The vendor of our own extensions. They say what Ossie has no field for. */
export const ownVendor = 'PARLANCE'

/** What Ossie has no field for, by the element that it belongs to. */
export const extensionSchemas = {
  model: z.strictObject({ items: z.array(portableItemSchema).max(20_000) }),
  dataset: z.strictObject({
    table: z.string(),
    time_column: z.string().nullable(),
    columns: z.array(
      z.strictObject({ name: z.string(), description: z.string().nullable(), synonyms: z.array(z.string()) }),
    ),
  }),
  /** `written` is the expression of the file. If it was changed since, the computation here no longer applies. */
  dimension: z.strictObject({
    written: z.string(),
    ...dimensionSchema.pick({ name: true, expression: true, parent: true, deprecated: true }).shape,
  }),
  metric: z.strictObject({
    written: z.string(),
    ...metricSchema.pick({ computation: true, dimensions: true, unit: true, format: true, deprecated: true }).shape,
  }),
  relationship: z.strictObject({
    is_reversed: z.boolean(),
    join_type: z.enum(['INNER', 'LEFT', 'RIGHT', 'FULL']).nullable(),
    /** Null if the area leaves it to the keys of the tables. */
    cardinality: z.enum(['many_to_one', 'one_to_one', 'one_to_many']).nullable(),
  } satisfies Record<'is_reversed' | keyof Pick<AreaJoin, 'join_type' | 'cardinality'>, z.ZodType>),
} as const
type Extensions = typeof extensionSchemas
export type Extension<K extends keyof Extensions> = z.infer<Extensions[K]>

/**
 * Reads our own extension of an element. Those of other vendors are noted, because nothing in an area can keep them.
 * @returns null if there is none, or it cannot be read
 */
export function readExtension<T>(schema: z.ZodType<T>, element: MapNode, collector: Collector): T | null {
  let own: T | null = null
  for (const node of listOf(element, 'custom_extensions')) {
    collector.attempt(node, () => {
      const map = asKind(node, 'map')
      const vendor = needText(map, 'vendor_name')
      if (vendor === ownVendor) {
        own = parse(schema, needText(map, 'data'), node.place, collector)
        return
      }
      const reason = message('An area cannot keep extensions of {vendor}.', { vendor: verbatim(vendor) })
      collector.note(node.place, 'part_left_out', reason)
    })
  }
  return own
}

function parse<T>(schema: z.ZodType<T>, data: string, place: Place, collector: Collector): T | null {
  const checked = schema.safeParse(fromJson(data))
  if (checked.success) return checked.data
  const reason = message('The extension of Parlance was changed and can no longer be read.')
  collector.note(place, 'part_left_out', reason)
  return null
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns the `custom_extensions` of an exported element */
export function extensionOf(data: Extension<keyof Extensions>): { vendor_name: string; data: string }[] {
  return [{ vendor_name: ownVendor, data: JSON.stringify(data) }]
}

/** The keys that elements of several kinds have. */
export const commonKeys = ['name', 'description', 'ai_context', 'custom_extensions'] as const

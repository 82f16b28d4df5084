import { z } from 'zod'
import { visibilitySchema } from './connections.ts'

/** A business area as lists show it; its management has schemas of its own. */
export const areaListItemSchema = z.object({
  area_id: z.string(),
  area_name: z.string(),
  description: z.string().nullable(),
  application_id: z.string(),
  table_count: z.number(),
  join_count: z.number(),
  visibility: visibilitySchema,
  owner_name: z.string().nullable(),
  is_owner: z.boolean(),
  is_active: z.boolean(),
  is_default: z.boolean(),
})
export type AreaListItem = z.infer<typeof areaListItemSchema>

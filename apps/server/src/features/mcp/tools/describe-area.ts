import { z } from 'zod'
import { describedArea } from '../describe.ts'
import { areaInput } from '../places.ts'
import { tool } from '../tool.ts'

export const describeArea = tool({
  name: 'describe_area',
  title: 'Describe a business area',
  description:
    'Describes a business area: its tables, how they are related, its metrics, dimensions, and filters, and its instructions. With table names, also the columns of these tables.',
  input: z.strictObject({
    area: areaInput,
    tables: z
      .array(z.string().min(1).max(300))
      .max(20)
      .default([])
      .describe('Names of tables whose columns to list, at most 20.'),
  }),
  changesNothing: true,
  run: ({ area, tables }, { parlance }) => describedArea(parlance, area, tables),
})

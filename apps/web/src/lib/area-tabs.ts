import { message, type Message } from '@parlance/contract'

/** The tabs of a business area's page, in order. */
export const areaTabs = [
  'basics',
  'tables',
  'relationships',
  'descriptions',
  'definitions',
  'rows',
  'masks',
  'examples',
  'access',
] as const
export type AreaTab = (typeof areaTabs)[number]

export const areaTabLabels: Record<AreaTab, Message> = {
  basics: message('Basics'),
  tables: message('Tables'),
  relationships: message('Relationships'),
  descriptions: message('Descriptions'),
  definitions: message('Definitions'),
  rows: message('Row rules'),
  masks: message('Column masks'),
  examples: message('Examples'),
  access: message('Access'),
}

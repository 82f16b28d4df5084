import { dataOf, ParlanceError, type AreaListItem, type Connection, type Parlance } from '@parlance/client/source'
import { z } from 'zod'

const name = z.string().min(1).max(200)

/** Where to ask, as tools take it. */
export const areaInput = name.describe('ID or name of a business area, from list_areas.')
export const databaseInput = name.describe('ID or name of a database, from list_areas.')

/** The IDs of a place that a model named. */
export interface Place {
  areaId?: string
  connectionId?: string
}

/** Finds the IDs of an area and a database by ID or name. @throws ParlanceError if there is none or more than one */
export async function placeOf(
  parlance: Parlance,
  { area, database }: { area?: string | undefined; database?: string | undefined },
): Promise<Place> {
  const areaId = area === undefined ? undefined : (await findArea(parlance, area)).area_id
  const connectionId = database === undefined ? undefined : (await findDatabase(parlance, database)).id
  return { ...(areaId !== undefined && { areaId }), ...(connectionId !== undefined && { connectionId }) }
}

export async function findArea(parlance: Parlance, wanted: string): Promise<AreaListItem> {
  return one(await listAreas(parlance), wanted, 'business area', (area) => [area.area_id, area.area_name])
}

async function findDatabase(parlance: Parlance, wanted: string): Promise<Connection> {
  return one(await listDatabases(parlance), wanted, 'database', ({ id, name: own }) => [id, own])
}

export async function listAreas({ api }: Parlance): Promise<AreaListItem[]> {
  return dataOf(await api.GET('/api/v1/business-areas'))
}

export async function listDatabases({ api }: Parlance): Promise<Connection[]> {
  return dataOf(await api.GET('/api/v1/database-management/configurations'))
}

/** An ID wins over a name; upper and lower case matter only between equal names. */
function one<T>(all: readonly T[], wanted: string, kind: string, namesOf: (each: T) => [id: string, name: string]): T {
  const isNamed = (own: string) => own.toLowerCase() === wanted.toLowerCase()
  const [found = []] = [
    all.filter((each) => namesOf(each)[0] === wanted),
    all.filter((each) => namesOf(each)[1] === wanted),
    all.filter((each) => isNamed(namesOf(each)[1])),
  ].filter((some) => some.length > 0)
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  throw new ParlanceError(
    first === undefined
      ? `There is no ${kind} "${wanted}" that you can use.`
      : `More than one ${kind} has the name "${wanted}". Use its ID.`,
    { status: 404, code: 'not_found', requestId: null },
  )
}

import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { ParlanceError, type Parlance } from '@parlance/client/source'
import { describedArea, readArea as areaOf } from './describe.ts'
import { listAreas } from './places.ts'

/** Areas whose metrics are listed; reading each is a request. */
const mostAreas = 50
const mimeType = 'application/json'

export async function areaResources(parlance: Parlance): Promise<ListResourcesResult> {
  const areas = await listAreas(parlance)
  return {
    resources: areas.map(({ area_id: id, area_name: name, description }) => ({
      uri: `parlance://areas/${encodeURIComponent(id)}`,
      name,
      ...(description !== null && { description }),
      mimeType,
    })),
  }
}

export async function metricResources(parlance: Parlance): Promise<ListResourcesResult> {
  const areas = (await listAreas(parlance)).slice(0, mostAreas)
  const whole = await Promise.all(areas.map(({ area_id: id }) => areaOf(parlance, id)))
  return {
    resources: whole.flatMap(({ area_id: id, area_name: area, definitions }) =>
      definitions.metrics.map(({ name, description }) => ({
        uri: `parlance://areas/${encodeURIComponent(id)}/metrics/${encodeURIComponent(name)}`,
        name: `${name} (${area})`,
        ...(description !== null && { description }),
        mimeType,
      })),
    ),
  }
}

export async function readArea(parlance: Parlance, uri: URL, id: string): Promise<ReadResourceResult> {
  return contentsOf(uri, await describedArea(parlance, decodeURIComponent(id), []))
}

export async function readMetric(parlance: Parlance, uri: URL, id: string, name: string): Promise<ReadResourceResult> {
  const { definitions } = await areaOf(parlance, decodeURIComponent(id))
  const metric = definitions.metrics.find((each) => each.name === decodeURIComponent(name))
  if (metric === undefined) {
    const detail = `There is no metric "${decodeURIComponent(name)}" in this business area.`
    throw new ParlanceError(detail, { status: 404, code: 'not_found', requestId: null })
  }
  return contentsOf(uri, metric)
}

function contentsOf(uri: URL, value: object): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(value) }] }
}

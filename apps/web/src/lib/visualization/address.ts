import { visualizationParameter, type VisualizationPayload } from '@parlance/contract'

/** The product's own page, used if no other address is known. */
export const defaultVisualizationUrl = '/visualize'

/** The maximum length of an address in characters; a longer payload is sent only by message and storage. */
const longestAddress = 8000

/** The visualization host's address, resolved on this page; anything but http and https falls back to our own page. */
export function visualizationHost(serverUrl: string, pageOrigin: string): URL {
  const own = new URL(defaultVisualizationUrl, pageOrigin)
  try {
    const url = new URL(serverUrl, pageOrigin)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : own
  } catch {
    return own
  }
}

/** The address to open, with the payload if it fits. */
export function visualizationAddress(host: URL, payload: VisualizationPayload): string {
  const url = new URL(host)
  url.searchParams.set(visualizationParameter, JSON.stringify(payload))
  return url.href.length > longestAddress ? host.href : url.href
}

import type { ConnectionConfig, DriverManifest } from './contract.ts'

/**
 * Identifies a physical database from its connection settings: kind, normalized host, port, and database name, or their
 * equivalents. Null for a kind where only the engine knows (see `Connection.identify`). A second DNS name of the same
 * server gives another place.
 */
export function placeOf({ kind, placeFields }: DriverManifest, config: ConnectionConfig): string | null {
  if (placeFields.length === 0) return null
  const parts = placeFields.map((name) => {
    const written = String(config[name] ?? '').trim()
    return name === 'host' ? normalizeHost(written) : written.toLowerCase()
  })
  return JSON.stringify([kind, ...parts])
}

function normalizeHost(written: string): string {
  const host = written.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  return host === '::1' || host === 'localhost' || host.startsWith('127.') ? 'localhost' : host
}

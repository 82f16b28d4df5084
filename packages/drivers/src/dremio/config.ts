import { message } from '@parlance/contract'
import type { z } from 'zod'
import { DriverError, type ConnectionConfig } from '../contract.ts'
import { dremioConfigSchema, flightPort, legacyPort } from './manifest.ts'

export interface DremioConfig extends Omit<z.infer<typeof dremioConfigSchema>, 'driver_type' | 'schema_name'> {
  type: 'flight' | 'odbc'
  /** The path whose tables are available, as INFORMATION_SCHEMA writes it; null for all tables. */
  path: string | null
  /** The path that an unqualified name means; null if the form names no schema. */
  defaultSchema: string | null
}

/** The name of Dremio's only catalogue, which could prefix every path. */
const catalogue = 'DREMIO'

/**
 * Converts the form's settings to what the driver needs. JDBC is served over Arrow Flight; a port that only Dremio's
 * old protocol listens on is replaced by Flight's port.
 * @throws DriverError unsupported for a schema that cannot be sent to the server
 */
export function readConfig(given: ConnectionConfig): DremioConfig {
  const { driver_type: type, schema_name: schema, ...config } = dremioConfigSchema.parse(given)
  const top = config.database.toUpperCase() === catalogue ? null : config.database
  const path = schema === null ? top : withinTop(schema, top)
  const defaultSchema = schema === null ? null : path
  if (defaultSchema !== null && /[^ -~]/.test(defaultSchema)) {
    const text = message(
      'Dremio cannot receive a schema name with non-ASCII characters. Leave the schema empty and enter only the space.',
    )
    throw new DriverError('unsupported', text, { stage: 'sign-in' })
  }
  return {
    ...config,
    port: type === 'jdbc' && config.port === legacyPort ? flightPort : config.port,
    type: type === 'odbc' ? 'odbc' : 'flight',
    path,
    defaultSchema,
  }
}

function withinTop(schema: string, top: string | null): string {
  const isWithin = top === null || `${schema}.`.toLowerCase().startsWith(`${top.toLowerCase()}.`)
  return isWithin ? schema : `${top}.${schema}`
}

/** Quotes a path the way SQL and session properties write it. */
export function quotePath(path: string): string {
  return path
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.')
}

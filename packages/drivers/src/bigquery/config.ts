import { message, type Message } from '@parlance/contract'
import { DriverError, type ConnectionConfig } from '../contract.ts'
import { parseAccount, readAccountFile, type GoogleAccount } from '../google/account.ts'
import { z } from 'zod'
import { bigqueryManifest } from './manifest.ts'

const gigabyte = 1024 ** 3

const configSchema = z.object({
  project_id: z.string(),
  dataset: z.string(),
  credentials_path: z.string().nullable(),
  credentials_json: z.string().nullable(),
  maximum_gigabytes: z.number(),
})

export interface BigqueryConfig {
  project: string
  dataset: string
  credentialsPath: string | null
  credentialsJson: string | null
  /** Bytes that one query may read; null for no cap. */
  maximumBytes: number | null
}

/** @throws ZodError when the form's fields don't match the manifest; DriverError for an invalid name */
export function readConfig(given: ConnectionConfig): BigqueryConfig {
  const config = configSchema.parse(bigqueryManifest.configSchema.parse(given))
  const { project_id, dataset, credentials_path, credentials_json, maximum_gigabytes } = config
  if (!/^[a-z][\w.:-]*$/.test(project_id)) {
    throw invalidName(message('Enter a valid project ID, such as my-project-123.'))
  }
  if (!/^\w+$/.test(dataset)) {
    throw invalidName(message('Enter only the name of the dataset, without the project.'))
  }
  return {
    project: project_id,
    dataset,
    credentialsPath: credentials_path,
    credentialsJson: credentials_json,
    maximumBytes: maximum_gigabytes === 0 ? null : maximum_gigabytes * gigabyte,
  }
}

function invalidName(text: Message): DriverError {
  return new DriverError('missing-object', text, { stage: 'resolve' })
}

/**
 * Reads the form's service account. The library's own search for an account is never used: it reads the machine's
 * environment and calls the cloud's metadata address (R14).
 * @throws DriverError
 */
export async function readAccount(config: BigqueryConfig): Promise<GoogleAccount> {
  if (config.credentialsJson !== null) return parseAccount(config.credentialsJson, 'service_account', null)
  if (config.credentialsPath !== null) return await readAccountFile(config.credentialsPath, 'service_account')
  const text = message('Enter a service account key: the path to a file on the server, or its JSON text.')
  throw new DriverError('auth', text, { stage: 'sign-in' })
}

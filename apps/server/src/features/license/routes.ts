import {
  licenseChangeResponseSchema,
  licenseKeyMaxLength,
  licenseStatusSchema,
  licenseUsageSchema,
  uploadLicenseRequestSchema,
  message,
  wireMessage,
} from '@parlance/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { LicenseService } from './service.ts'

const base = '/api/v1/license'
const rateLimit = { max: 30, window: 60_000, by: 'user' } as const

export function licenseRoutes(license: LicenseService): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${base}/status`,
      operationId: 'getLicense',
      summary: 'Get the license',
      access: 'user',
      response: licenseStatusSchema,
      handler: () => license.status(),
    }),
    route({
      method: 'GET',
      url: `${base}/usage`,
      operationId: 'getLicenseUsage',
      summary: 'Get the usage of the license',
      access: 'admin',
      response: licenseUsageSchema,
      handler: () => license.usage(),
    }),
    route({
      method: 'POST',
      url: `${base}/upload`,
      operationId: 'installLicense',
      summary: 'Install a license key',
      description: 'Replaces the installed key.',
      access: 'admin',
      rateLimit,
      body: uploadLicenseRequestSchema,
      response: licenseChangeResponseSchema,
      handler: async ({ principal, body }) => ({
        success: true,
        ...wireMessage(await license.install(principal.userId, body.license_key)),
      }),
    }),
    route({
      method: 'POST',
      url: `${base}/upload-file`,
      operationId: 'installLicenseFile',
      summary: 'Install a license key from a file',
      description: 'Replaces the installed key.',
      access: 'admin',
      rateLimit,
      upload: { maxBytes: licenseKeyMaxLength },
      response: licenseChangeResponseSchema,
      handler: async ({ principal, raw }) => ({
        success: true,
        ...wireMessage(await license.install(principal.userId, await readKey(raw))),
      }),
    }),
    route({
      method: 'DELETE',
      url: `${base}/remove`,
      operationId: 'removeLicense',
      summary: 'Remove the license',
      description: 'The limits of the personal edition apply until you install another license.',
      access: 'admin',
      response: licenseChangeResponseSchema,
      handler: async () => ({ success: true, ...wireMessage(await license.remove()) }),
    }),
  ]
}

async function readKey(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) {
    throw new AppError('bad_request', {
      detail: message('Send the license file as multipart/form-data in the part "file".'),
    })
  }
  const file = await request.file()
  if (file?.fieldname !== 'file') {
    throw new AppError('bad_request', { detail: message('The license file is missing. Send it in the part "file".') })
  }
  const bytes = await file.toBuffer().catch((error: unknown) => {
    if (file.file.truncated) throw new AppError('license_invalid', { detail: message('This is not a license key.') })
    throw error
  })
  const key = bytes.toString('utf8').trim()
  if (key === '') throw new AppError('bad_request', { detail: message('Please enter a license key') })
  return key
}

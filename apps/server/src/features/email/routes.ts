import {
  emailConfigurationSchema,
  registrationSettingsSchema,
  saveEmailRequestSchema,
  testEmailRequestSchema,
  testEmailResponseSchema,
} from '@parlance/contract'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import type { EmailAdministration } from './administration.ts'

const setup = '/api/v1/env-config'

export function emailRoutes(administration: EmailAdministration): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: `${setup}/email`,
      operationId: 'getEmailSettings',
      summary: 'Get the email settings',
      description: 'The response never contains the password.',
      access: 'admin',
      response: emailConfigurationSchema,
      handler: () => administration.get(),
    }),
    route({
      method: 'POST',
      url: `${setup}/email`,
      operationId: 'updateEmailSettings',
      summary: 'Update the email settings',
      description:
        'Test SMTP settings before you save them. The server only saves settings that passed your last test.',
      access: 'admin',
      body: saveEmailRequestSchema,
      response: emailConfigurationSchema,
      handler: ({ principal, body }) => administration.save(principal, body),
    }),
    route({
      method: 'POST',
      url: `${setup}/email/test`,
      operationId: 'testEmailSettings',
      summary: 'Send a test email',
      description: 'Uses the settings of the request, and does not save them.',
      access: 'admin',
      rateLimit: { max: 20, window: 60_000, by: 'user' },
      body: testEmailRequestSchema,
      response: testEmailResponseSchema,
      handler: ({ principal, body }) => administration.test(principal, body),
    }),
    route({
      method: 'GET',
      url: `${setup}/registration`,
      operationId: 'getRegistrationSettings',
      summary: 'Get the registration settings',
      access: 'admin',
      response: registrationSettingsSchema,
      handler: () => administration.registration(),
    }),
    route({
      method: 'POST',
      url: `${setup}/registration`,
      operationId: 'updateRegistrationSettings',
      summary: 'Update the registration settings',
      access: 'admin',
      body: registrationSettingsSchema,
      response: registrationSettingsSchema,
      handler: ({ principal, body }) => administration.changeRegistration(principal, body),
    }),
  ]
}

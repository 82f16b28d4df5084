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
      summary: 'How mail leaves; never with the password',
      access: 'admin',
      response: emailConfigurationSchema,
      handler: () => administration.get(),
    }),
    route({
      method: 'POST',
      url: `${setup}/email`,
      summary: 'Change how mail leaves; SMTP settings must have passed the caller’s last test',
      access: 'admin',
      body: saveEmailRequestSchema,
      response: emailConfigurationSchema,
      handler: ({ principal, body }) => administration.save(principal, body),
    }),
    route({
      method: 'POST',
      url: `${setup}/email/test`,
      summary: 'Send a test mail with settings that are not stored',
      access: 'admin',
      rateLimit: { max: 20, window: 60_000, by: 'user' },
      body: testEmailRequestSchema,
      response: testEmailResponseSchema,
      handler: ({ principal, body }) => administration.test(principal, body),
    }),
    route({
      method: 'GET',
      url: `${setup}/registration`,
      summary: 'How new accounts come in',
      access: 'admin',
      response: registrationSettingsSchema,
      handler: () => administration.registration(),
    }),
    route({
      method: 'POST',
      url: `${setup}/registration`,
      summary: 'Change how new accounts come in',
      access: 'admin',
      body: registrationSettingsSchema,
      response: registrationSettingsSchema,
      handler: ({ principal, body }) => administration.changeRegistration(principal, body),
    }),
  ]
}

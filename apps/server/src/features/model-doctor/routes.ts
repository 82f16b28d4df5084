import { checkModelRequestSchema, modelReportsSchema, wireMessage, type CheckEvent } from '@parlance/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openEventStream } from '../../http/event-stream.ts'
import { route } from '../../http/route.ts'
import type { RouteDefinition } from '../../http/route.ts'
import { AppError } from '../../lib/errors.ts'
import type { ModelDoctor, RunningCheck } from './service.ts'

const url = '/api/v1/env-config/models/check'

export function modelDoctorRoutes(doctor: ModelDoctor): RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url,
      operationId: 'listModelChecks',
      summary: 'Get the last checks of the models in use',
      description: 'Also returns how many calls and tokens a check needs at most.',
      access: 'admin',
      response: modelReportsSchema,
      handler: () => doctor.reports(),
    }),
    route({
      method: 'POST',
      url,
      operationId: 'checkModel',
      summary: 'Check everything about a model',
      description:
        'Streams one event when each check begins and one when it ends, then the report. Closing the connection cancels the check. Without settings, the stored model of the role is checked.',
      access: 'admin',
      reaches: ['database', 'credentials', 'model'],
      rateLimit: { max: 10, window: 60_000, by: 'user' },
      body: checkModelRequestSchema,
      handler: async ({ principal, body, raw, reply }) =>
        streamCheck(await doctor.prepare(principal, body), raw, reply),
    }),
  ]
}

/** Errors before this point are ordinary answers. From here on the stream itself reports them. */
async function streamCheck(check: RunningCheck, raw: FastifyRequest, reply: FastifyReply): Promise<void> {
  const stream = openEventStream(reply, raw.server.eventStreams)
  const send = (event: CheckEvent): Promise<void> => stream.send({ data: event })
  try {
    await check(send, stream.signal)
  } catch (error) {
    if (!stream.signal.aborted) {
      const known = error instanceof AppError ? error : new AppError('internal', { cause: error })
      if (known.code === 'internal') raw.log.error({ err: error }, 'could not check a model')
      await send({ type: 'error', ...wireMessage(known.text) })
    }
  } finally {
    stream.end()
  }
}

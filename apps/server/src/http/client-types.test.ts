import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientTypes } from '../testing/client-types.ts'
import { createTestApp } from '../testing/test-app.ts'

const file = join(import.meta.dirname, '../../../../packages/client/src/api.generated.ts')

test("the client's types are those of the API; to write them again, run this test with -u", async () => {
  const app = await createTestApp({ trial: false })
  const document = (await app.app.inject('/api/docs/json')).json()
  await app.close()
  await expect(await clientTypes(document)).toMatchFileSnapshot(file)
})

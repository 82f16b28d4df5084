import { startTranslations } from '../lib/i18n.ts'

await startTranslations()

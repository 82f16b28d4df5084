import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTranslations } from '../lib/i18n.ts'
import { NoticesProvider } from '../ui/notices.tsx'
import { QuestionsProvider } from '../ui/questions.tsx'
import { PartsPage } from './parts-page.tsx'
import '../styles/index.css'

// The development server answers `/parts` with this page. The build leaves it out, so the product does not have it.
await startTranslations()
const root = document.querySelector('#root')
if (root === null) throw new Error('parts.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <NoticesProvider>
      <QuestionsProvider>
        <PartsPage />
      </QuestionsProvider>
    </NoticesProvider>
  </StrictMode>,
)

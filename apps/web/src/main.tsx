import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTranslations } from './lib/i18n.ts'
import { App, createApp } from './app.tsx'
import './styles/index.css'

await startTranslations()
const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <App app={createApp()} />
  </StrictMode>,
)

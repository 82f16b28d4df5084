import { Outlet } from '@tanstack/react-router'
import { ActionsProvider } from '../actions/actions-provider.tsx'
import { OfflineNotice } from '../components/offline-notice.tsx'
import { QuestionsProvider } from '../ui/questions.tsx'
import { GeneralActions } from './general-actions.tsx'

/** The frame of every page. */
export function RootLayout() {
  return (
    <QuestionsProvider>
      <ActionsProvider>
        <OfflineNotice>
          <GeneralActions />
          <Outlet />
        </OfflineNotice>
      </ActionsProvider>
    </QuestionsProvider>
  )
}

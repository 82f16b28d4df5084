import '../../styles/public-pages.css'
import { startDemo } from './demo.ts'
import { startDocsMenu, startDocsSearch } from './docs.ts'
import { startSalesDialog } from './sales.ts'
import { showSignedIn } from './signed-in.ts'
import { startThemeChoice } from './theme-choice.ts'

// The pages work without this script; what needs it is hidden until it runs.
for (const element of document.querySelectorAll<HTMLElement>('[data-needs-script]')) element.hidden = false
showSignedIn()
startThemeChoice()
startDemo()
startSalesDialog()
startDocsMenu()
startDocsSearch()

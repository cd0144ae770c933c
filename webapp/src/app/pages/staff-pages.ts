import { CarriersPage } from '@/features/carriers/carriers-page';
import { GlobalTemplatesPage } from '@/features/deliverables/templates/global-templates-page';
import { FirmsPage } from '@/features/firms/firms-page';

/** Staff pages, by the name of their path. */
export const staffPages = { firms: FirmsPage, carriers: CarriersPage, globalTemplates: GlobalTemplatesPage };

import { Skeleton } from '../ui/layout/skeleton.tsx'

/** As high as the charts of `MainSensors` with their heading, until it is known which there are: what is below stays where it is. */
export const MainSensorsWait = () => <Skeleton className="h-51 w-full" />

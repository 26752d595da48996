// What opens with the first screens after the sign-in; the build puts it into their file.
import '../../../contract/workCalls.ts';
import '../../services/enumerations.ts';

export { openDoctorServices } from './doctorServices.ts';
export { openPersonal } from './person.ts';

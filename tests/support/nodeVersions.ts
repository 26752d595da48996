/** The versions of Node on which the platform is tried: the newest of each line that gets security fixes. */
export const nodeVersions = ['22.23.3', '24.9.0'];

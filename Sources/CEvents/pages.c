#define _GNU_SOURCE
#include "CEvents.h"
#include <link.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where a segment lies, in whole pages. */
struct range {
    uintptr_t first;
    uintptr_t end;
};

static struct range pages(const struct dl_phdr_info *object, const ElfW(Phdr) * segment) {
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    struct range range = {start & ~(size - 1), (start + segment->p_filesz + size - 1) & ~(size - 1)};
    return range;
}

/* Whether the loader had to write addresses into what is not to be written: never in a program that
   can be loaded anywhere, and those pages would lose them. */
static int has_addresses_in_code(const struct dl_phdr_info *object) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry =
            (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL) return 1;
            if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) return 1;
        }
    }
    return 0;
}

static int give_back(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    if (has_addresses_in_code(object)) return 0;
    uintptr_t kernel = (uintptr_t)getauxval(AT_SYSINFO_EHDR);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
        struct range range = pages(object, segment);
        /* What the kernel maps into every process is in no file. */
        if (kernel >= range.first && kernel < range.end) continue;
        madvise((void *)range.first, range.end - range.first, MADV_DONTNEED);
    }
    return 0;
}

void sv_pages_give_back(void) { dl_iterate_phdr(give_back, 0); }
